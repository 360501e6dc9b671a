/** Returns the address of the flags; the country is the United States unless it is given. */
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
