/** The configuration file as JSON Schema, made of the keys that it is read with. */

import { CONFIGURATION_VERSION, PROFILE_NAME } from './profiles.ts';
import { type Key, profileKeys, settingKeys } from './settings-schema.ts';

/** Returns the JSON Schema of the configuration file, with values as the program stores them. */
export const configurationSchema = (): object => ({
  type: 'object',
  properties: {
    $schema: { type: 'string' },
    version: { const: CONFIGURATION_VERSION },
    current: { type: ['string', 'null'], description: 'the name of the current profile' },
    profiles: {
      type: 'object',
      propertyNames: { pattern: PROFILE_NAME.source },
      additionalProperties: objectOf(profileKeys),
    },
    settings: objectOf(settingKeys),
  },
  required: ['version'],
  additionalProperties: false,
});

const objectOf = (keys: Readonly<Record<string, Key>>) => ({
  type: 'object',
  properties: Object.fromEntries(
    Object.entries(keys).map(([key, { help, schema }]) => [key, { description: help, ...schema }]),
  ),
  additionalProperties: false,
});
