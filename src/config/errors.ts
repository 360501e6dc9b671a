/** The configuration, the credentials or their directories cannot be used; nothing was sent (exit 3). */
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

/** The policy of the machine cannot be trusted or read, so nothing may be written (exit 3). */
export class MachinePolicyError extends ConfigError {
  override readonly name = 'MachinePolicyError';
  override readonly code = 'machine_policy';
}

/** Creates the error for a file or directory that others could have written. */
export const createUntrustedError = (path: string, reason: string): MachinePolicyError =>
  new MachinePolicyError(
    `${path} ${reason}, so the policy of this machine cannot be trusted; nothing was sent.`,
    [`an administrator must repair or remove ${path}`],
  );

export const createInvalidPolicyError = (
  file: string,
  problems: readonly string[],
): MachinePolicyError =>
  new MachinePolicyError(`${file} is not a valid policy: ${problems.join('; ')}.`, [
    `remit policy check --file ${file}`,
  ]);
