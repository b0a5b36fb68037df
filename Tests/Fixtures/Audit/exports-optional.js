const awsmobile = {
    "aws_project_region": "eu-west-1",
    "aws_user_pools_id": "eu-west-1_Example02",
    "aws_user_pools_web_client_id": "2example23456789",
    "oauth": {},
    "aws_cognito_username_attributes": ["EMAIL"],
    "aws_cognito_social_providers": [],
    "aws_cognito_signup_attributes": ["EMAIL"],
    "aws_cognito_mfa_configuration": "OPTIONAL",
    "aws_cognito_mfa_types": ["TOTP"],
    "aws_cognito_verification_mechanisms": ["EMAIL"]
};
export default awsmobile;
