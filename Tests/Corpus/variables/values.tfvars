mode = "OPTIONAL"
list = ["a", { b = 1 }]
