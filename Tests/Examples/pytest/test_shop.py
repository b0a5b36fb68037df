"""Other tests stand next to those of the pool."""


def test_the_pool_file_is_there(pytestconfig):
    assert (pytestconfig.rootpath / "../Shop/Infrastructure/pool.yaml").exists()
