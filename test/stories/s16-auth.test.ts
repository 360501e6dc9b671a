import { expect } from 'vitest';
import { openTrade } from '../sandbox/trading-partners.ts';
import { refusalOf, story } from './play-story.ts';
import { typingAt } from './run-as-user.ts';

const PROFILE = '/api/user/profile';

story(
  'S16 Who is not signed in, not allowed, or not concerned, is told which',
  { covers: { user: ['profile'], business: ['list'] }, opens: openTrade },
  async (trade) => {
    const { payer, payee, send, done, refused, control } = trade;

    const nobody = await send('GET', PROFILE);
    expect(refusalOf(nobody)).toBe('401 unauthenticated');
    expect(nobody.headers.get('www-authenticate')).toMatch(/^Bearer/);
    expect(refusalOf(await send('GET', PROFILE, { token: 'garbage' }))).toBe('401 invalid_token');

    using keyboard = typingAt(trade, payer.token);
    const lines = [
      'whoami --verbose',
      'business list --debug --json',
      `pay initiate ${await trade.approved(10)} -b ${payer.businessId} --bank ${payer.bankId} --dry-run`,
      'auth status --json',
    ];
    for (const line of lines) {
      const { code, out, err } = await keyboard.remit(line);
      expect([code, line], err).toEqual([0, line]);
      expect(out + err).not.toContain(payer.token);
    }

    await control('POST', `/sandbox/tokens/${payer.token}/expire`);
    expect(await refused(payer, 'GET', PROFILE)).toBe('401 token_expired');
    const typed = await keyboard.remit('whoami');
    expect(typed).toMatchObject({ code: 4, out: '' });
    expect(typed.err).toContain('remit auth login');
    expect(typed.err).not.toContain(payer.token);

    const { status, body } = await send('POST', '/api/auth/sign-in', {
      body: { email: payer.email, password: 'correct horse' },
    });
    expect([status, body.tokenType]).toEqual([200, 'Bearer']);
    const again = { ...payer, token: body.accessToken };
    expect(await done(again, 'GET', PROFILE)).toMatchObject({ email: payer.email });
    expect(await done(again, 'GET', '/api/businesses')).toMatchObject([{ id: payer.businessId }]);

    const { token } = await control('POST', '/sandbox/tokens', {
      ...{ userId: payer.userId, role: 'viewer' },
    });
    const viewer = { ...payer, token };
    const order = { payableId: 'pay_none', fundingSourceId: payer.bankId };
    expect(await refused(viewer, 'POST', '/api/payments/initiate', order)).toBe(
      '403 insufficient_permission',
    );
    expect(await refused(again, 'GET', `/api/businesses/${payee.businessId}`)).toBe(
      '403 business_forbidden',
    );
    expect(await refused(again, 'GET', '/api/businesses/biz_none')).toBe('404 not_found');
  },
);
