module example/mycri

go 1.19
