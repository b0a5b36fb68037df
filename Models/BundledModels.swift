public import Foundation

/// Where the tables, properties, pools and scenarios that travel with the binary are on disk.
public enum BundledModels {
  /// The folder that holds `cognito`, `amplify`, `properties`, `pools`, `scenarios`, `layers` and
  /// `classics`.
  public static var directory: URL { Bundle.module.resourceURL ?? Bundle.module.bundleURL }
}
