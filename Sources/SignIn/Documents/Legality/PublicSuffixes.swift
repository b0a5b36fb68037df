/// Domains under which anybody may register, as far as user pools meet them.
///
/// The service uses the whole public suffix list, which has some ten thousand entries and changes
/// every week. This list has the common ones; a domain that only looks like a suffix gets its own
/// verdict, so that a diagnostic never claims more than this list supports. Source: the public
/// suffix list, publicsuffix.org.
enum PublicSuffixes {
  enum Verdict { case suffix, likely, none }

  static let known: Set<String> = [
    "ac.uk", "co.uk", "gov.uk", "ltd.uk", "me.uk", "net.uk", "org.uk", "plc.uk", "sch.uk",
    "com.au", "net.au", "org.au", "edu.au", "gov.au", "co.jp", "ne.jp", "or.jp", "ac.jp", "go.jp",
    "co.nz", "net.nz", "org.nz", "com.br", "net.br", "org.br", "co.in", "net.in", "org.in",
    "co.za", "org.za", "com.cn", "net.cn", "org.cn", "com.mx", "com.ar", "com.tr", "com.sg",
    "com.hk", "com.tw", "co.kr", "or.kr", "co.il", "org.il", "com.my", "com.ph", "com.pl", "co.id",
    "co.th", "com.vn", "com.ua", "co.at", "or.at", "com.es", "com.pt", "com.co", "com.pe",
    "github.io", "gitlab.io", "vercel.app", "now.sh", "netlify.app", "herokuapp.com", "web.app",
    "firebaseapp.com", "appspot.com", "run.app", "pages.dev", "workers.dev", "azurewebsites.net",
    "azurestaticapps.net", "cloudfront.net", "amplifyapp.com", "awsapprunner.com",
    "elasticbeanstalk.com", "on.aws", "onrender.com", "fly.dev", "surge.sh", "ngrok.io",
    "ngrok-free.app", "glitch.me", "repl.co", "deno.dev", "blogspot.com", "wordpress.com",
    "myshopify.com", "s3.amazonaws.com",
  ]

  /// Second labels under which countries register organisations.
  private static let common: Set<String> = [
    "ac", "co", "com", "edu", "gob", "gov", "gouv", "mil", "net", "or", "org", "sch",
  ]

  static func verdict(on domain: String) -> Verdict {
    let labels = domain.split(separator: ".", omittingEmptySubsequences: false)
    if labels.count == 1 || known.contains(domain) { return .suffix }
    if domain.hasPrefix("s3."), domain.hasSuffix(".amazonaws.com") { return .suffix }
    let isNational = labels.count == 2 && labels[1].count == 2
    if isNational, common.contains(String(labels[0])) { return .likely }
    let isRegional =
      labels.count > 2 && (domain.hasSuffix(".amazonaws.com") || domain.hasSuffix(".on.aws"))
    return isRegional ? .likely : .none
  }
}
