/** Errors of the configuration. */

/** The configuration, the credentials or their folders cannot be used; nothing was sent (exit 3). */
export class ConfigError extends Error {
  override readonly name: string = 'ConfigError';
  readonly code: string = 'configuration';
  readonly next: readonly string[];

  constructor(message: string, next: readonly string[] = []) {
    super(message);
    this.next = next;
  }
}

/** A typed key, value or name is invalid (exit 2). The files are not affected. */
export class InvalidSettingError extends ConfigError {
  override readonly name = 'InvalidSettingError';
}
