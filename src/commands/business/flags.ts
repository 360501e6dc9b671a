/** The flags that describe a business. */

import { option, requiredChoice, requiredOption, withGroup } from '../../cli/flags/flag.ts';
import { words } from '../../cli/flags/value-parsers.ts';
import { BusinessType } from '../../contract/business.ts';

/** The flags of every business, full or basic. */
export const businessFlags = {
  name: requiredOption('--name <name>', 'legal name', words),
  type: requiredChoice('--type <type>', 'legal structure', BusinessType.options),
  ...withGroup('Address', {
    street: requiredOption('--street <street>', 'street and number', words),
    city: requiredOption('--city <city>', 'city', words),
    state: requiredOption('--state <state>', 'state, two letters', words),
    zip: requiredOption('--zip <zip>', 'ZIP code', words),
    country: option('--country <country>', 'country (default US)', words),
  }),
  ein: option('--ein <ein>', 'employer identification number', words),
};

/** Returns the address as a field of a request; the default country is US. */
export const addressOf = (flags: {
  street: string;
  city: string;
  state: string;
  zip: string;
  country?: string | undefined;
}) => ({
  street: flags.street,
  city: flags.city,
  state: flags.state,
  zip: flags.zip,
  country: flags.country ?? 'US',
});
