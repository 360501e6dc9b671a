/** The largest number of payments in a request. */
const MAX_IN_REQUEST = 100;

/**
 * Pays planned payments in as few requests as possible, so that all of them settle at the same time.
 *
 * @throws {Error} If a request is refused.
 */
export async function payAll({ baseUrl, token }, payments) {
  for (let from = 0; from < payments.length; from += MAX_IN_REQUEST) {
    const orders = payments
      .slice(from, from + MAX_IN_REQUEST)
      .map(({ payableId, fundingSourceId }) => ({ payableId, fundingSourceId }));
    const answer = await fetch(`${baseUrl}/api/payments/bulk-initiate`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ payments: orders }),
    });
    const said = await answer.text();
    if (!answer.ok) throw new Error(said);
  }
}
