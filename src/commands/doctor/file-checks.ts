import { lstatSync } from 'node:fs';
import { credentialsFile } from '../../config/credentials.ts';
import { readObject } from '../../config/json-file.ts';
import { configFile, readConfiguration } from '../../config/profiles.ts';
import type { Look, Patient } from './check-context.ts';
import { type Finding, ok, thrown, warning } from './check-result.ts';

/** The files of settings and tokens: whole, private, and themselves rather than a link. */
export const lookAtFiles: Look = (patient) => {
  const { folders } = patient;
  return [
    file(
      'configuration',
      () => configFile(folders),
      () => readConfiguration(folders),
      patient,
    ),
    file(
      'credentials',
      () => credentialsFile(folders),
      () => readObject(credentialsFile(folders), folders),
      patient,
    ),
  ];
};

function file(name: string, where: () => string, read: () => unknown, patient: Patient): Finding {
  try {
    const path = where();
    read();
    return privacy(name, path, patient);
  } catch (error) {
    return thrown(name, error);
  }
}

function privacy(name: string, path: string, { host }: Patient): Finding {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (!found) return ok(name, `${path}: not there yet`);
  if (host.platform !== 'win32' && (found.mode & 0o077) !== 0) {
    const mode = (found.mode & 0o777).toString(8);
    return warning(name, `${path} can be read by others (mode ${mode})`, `chmod 600 ${path}`);
  }
  return ok(name, path);
}
