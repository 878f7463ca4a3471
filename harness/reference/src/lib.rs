//! Constrained Resource Identifiers (CRI), transcribed step by step from the drafts.
