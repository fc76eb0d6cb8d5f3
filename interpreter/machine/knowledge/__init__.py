"""Who knows what: observations, views, and other worlds that a seat can not tell from the true one."""
