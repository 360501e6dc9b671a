import type { DescribeResource } from './resource-schemas.ts';

/** Signing in and out, and what is known of the token in use. */
export interface Access {
  /** Checks a token with the service, or gets one for an email and a password, asked for once it is clear where it goes; keeps it in the profile in use. */
  readonly login: (
    baseUrl: string | undefined,
    how: () => Promise<SignInCredentials>,
  ) => Promise<{ profile: string; origin: string; user: string | null }>;
  /** Where it would be signed in to; undefined when nothing says so. */
  readonly address: () => Promise<string | undefined>;
  readonly logout: () => Promise<{ profile: string; forgotten: boolean }>;
  /** Throws `NotSignedInError` when there is no token. */
  readonly current: () => Promise<AuthStatus>;
  /** The token itself. Throws `NotSignedInError` when there is none. */
  readonly token: () => Promise<string>;
}

/** What someone signs in with. */
export type SignInCredentials =
  | { readonly token: string }
  | { readonly email: string; readonly password: string };

export interface AuthStatus {
  readonly profile: string | null;
  readonly baseUrl: string;
  readonly source: 'env' | 'file' | 'profile' | 'tokenCommand' | 'none';
  readonly user: string | null;
  readonly expiresAt: string | null;
}

/** A token as it is kept: for one origin. */
export interface StoredToken {
  readonly origin: string;
  readonly token: string;
  readonly expiresAt: string | null;
  readonly user: string | null;
}

/** The profiles: settings, a base address and a token under a name. All throw `ConfigError`. */
export interface Profiles {
  readonly list: () => Promise<readonly ProfileRow[]>;
  readonly show: (name: string | undefined) => Promise<Readonly<Record<string, unknown>>>;
  readonly use: (name: string) => Promise<void>;
  /** Sets a key of the profile in use and says which that is. */
  readonly set: (key: string, text: string) => Promise<string>;
  readonly unset: (key: string) => Promise<string>;
  readonly remove: (name: string) => Promise<void>;
  /** Makes or changes a whole profile and keeps its token; the first one becomes the current one. */
  readonly write: (
    name: string,
    values: Readonly<Record<string, unknown>>,
    token: StoredToken,
  ) => Promise<void>;
}

export interface ProfileRow {
  readonly name: string;
  readonly baseUrl: string | null;
  readonly business: string | null;
  readonly current: boolean;
  readonly hasToken: boolean;
}

/** Manage settings that apply to every profile. All throw `ConfigError`. */
export interface Settings {
  readonly list: () => Promise<readonly SettingRow[]>;
  readonly get: (key: string) => Promise<SettingRow>;
  readonly set: (key: string, text: string) => Promise<void>;
  readonly unset: (key: string) => Promise<void>;
  /** Where they are kept. */
  readonly path: () => Promise<string>;
}

export interface SettingRow {
  readonly key: string;
  readonly value: unknown;
  readonly source: string;
}

/** What the profile in use may and may not do. */
export interface PolicyView {
  readonly list: () => Promise<
    readonly { readonly key: string; readonly value: unknown; readonly help: string }[]
  >;
}

/** One command as data: what help, completions and manuals are made of. */
export interface CatalogEntry {
  readonly command: string;
  readonly summary: string;
  readonly about: string | null;
  readonly usage: string;
  readonly arguments: readonly CatalogFlag[];
  readonly flags: readonly CatalogFlag[];
  readonly writes: boolean;
  readonly columns: readonly string[];
  readonly examples: readonly string[];
  readonly exitCodes: readonly { readonly code: number; readonly meaning: string }[];
  /** `GET /api/businesses`, the main one first. */
  readonly calls: readonly string[];
}

export interface CatalogFlag {
  readonly syntax: string;
  /** `-b`, `--business`; empty for an argument. */
  readonly names: readonly string[];
  readonly help: string;
  readonly group: string;
  readonly takes: 'one' | 'many' | 'nothing';
  readonly required: boolean;
  readonly choices: readonly string[];
}

/** The program itself, as data and as pages. */
export interface Manual {
  readonly catalog: () => Promise<readonly CatalogEntry[]>;
  /** The page of help for these words. Throws `UsageError` with the nearest commands where they name none. */
  readonly page: (words: readonly string[], width: number) => Promise<string>;
  /** Writes the pages for man(1) into a folder, made on a day (YYYY-MM-DD); how many there are. Throws `OutputError`. */
  readonly writePages: (folder: string, date: string) => Promise<number>;
  /** The columns or the records of a resource as a document. */
  readonly schema: DescribeResource;
  /** Every exit code and what it means. */
  readonly exitCodes: readonly { readonly code: number; readonly meaning: string }[];
}

export const SHELLS = ['bash', 'zsh', 'fish', 'powershell'] as const;
export type Shell = (typeof SHELLS)[number];

/** What makes a shell complete the words of this program. */
export interface Completion {
  readonly script: (shell: Shell) => Promise<string>;
  /** Puts the script where the shell looks. Throws `UsageError` where a file of someone else is, or `ConfigError`. */
  readonly install: (shell: Shell) => Promise<InstallResult>;
}

export interface InstallResult {
  readonly path: string;
  /** False where the very same script was there. */
  readonly changed: boolean;
  /** What is left for the person to do. */
  readonly next: readonly string[];
}
