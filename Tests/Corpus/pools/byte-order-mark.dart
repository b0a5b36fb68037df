const c = '''{"auth": {"plugins": {"awsCognitoAuthPlugin": {"Auth": {"Default":
  {"mfaConfiguration": "OFF"}}}}}}''';
