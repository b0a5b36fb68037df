/// The attributes that every pool has in its schema (OIDC's, and the marks of verification).
package enum StandardAttribute {
  /// Their names in the service's API.
  package static let names: Set<String> = [
    "sub", "name", "given_name", "family_name", "middle_name", "nickname", "preferred_username",
    "profile", "picture", "website", "email", "email_verified", "gender", "birthdate", "zoneinfo",
    "locale", "phone_number", "phone_number_verified", "address", "updated_at",
  ]
}
