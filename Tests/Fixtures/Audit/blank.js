// Written by hand for a pool that the console made.
const awsmobile = {
  aws_project_region: 'eu-central-1',
  aws_user_pools_id: 'eu-central-1_AbCdEfGhI',
  aws_user_pools_web_client_id: '1example23456789',
};

export default awsmobile;
