"""Games and running states as people and programs use them: menus, typed choices, values, logs."""
