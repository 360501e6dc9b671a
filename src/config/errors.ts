/** Configuration, credentials or their folders cannot be used; nothing was sent (exit 3). */
export class ConfigError extends Error {
  override readonly name: string = 'ConfigError';
  readonly code: string = 'configuration';
  readonly next: readonly string[];

  constructor(message: string, next: readonly string[] = []) {
    super(message);
    this.next = next;
  }
}

/** A key, a value or a name that was typed and cannot be: the input failed validation (exit 2), the files are fine. */
export class InvalidSettingError extends ConfigError {
  override readonly name = 'InvalidSettingError';
}
