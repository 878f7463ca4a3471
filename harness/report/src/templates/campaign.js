// The page of a campaign is complete as it is.
