/** Requests that must be rejected. */

import type { Sending } from '../open-sandbox.ts';
import { type Refusal, type Role, type Row, roles, type Side } from './expected-permissions.ts';
import type { Stage } from './fixture.ts';
import { type Asked, askedBy, pathOf } from './valid-requests.ts';

/** A request that must be rejected, and the expected rejection. */
export interface Case {
  readonly name: string;
  readonly refusal: Refusal;
  readonly request: (stage: Stage) => Sent;
}

/** A request. */
export interface Sent extends Sending {
  readonly method: string;
  readonly path: string;
}

/** Returns the requests that an operation rejects before it reads the state of any record. */
export const refusalsOf = (row: Row): readonly Case[] => [
  ...withoutToken(row),
  ...withTheWrongRole(row),
  ...ofOtherAccounts(row),
  ...onTheWrongSide(row),
  ...ofUnknownThings(row),
  ...unreadable(row),
  ...withUnknownMember(row),
];

/** Builds the request, with changes. */
const sent = (row: Row, asked: Asked, how: Partial<Sending> = {}): Sent => {
  const { params: _, query: __, ...sending } = asked;
  return { method: row.method, path: pathOf(row, asked), ...sending, ...how };
};

const refused = (
  row: Row,
  why: string,
  refusal: Refusal,
  request: (stage: Stage) => Sent,
): Case => ({ name: `${row.method} ${row.path} ${why}: ${refusal}`, refusal, request });

const garbled = { body: '{ not json', headers: {} };
const takesBody = ({ method }: Row) => method !== 'GET';
const placeholders = ({ path }: Row): readonly string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
const first = ({ by }: Row): Side => by[0] ?? 'payee';
const other = (row: Row): Side => (first(row) === 'payer' ? 'payee' : 'payer');
const forbidden = (row: Row): readonly Role[] => roles.filter((it) => !row.roles.includes(it));

/** A request of each operation without a token; all read tokens alike, so that one meets every token that is none. */
function withoutToken(row: Row): readonly Case[] {
  const because = (why: string, refusal: Refusal, how: (stage: Stage) => Partial<Sending>) =>
    refused(row, why, refusal, (stage) => sent(row, askedBy(first(row), row, stage), how(stage)));
  const unusable = () => [
    because('with another scheme', '401 unauthenticated', () => ({
      headers: { authorization: 'Basic b3duZXI6b3duZXI=' },
    })),
    because('with a token nobody issued', '401 invalid_token', () => ({ token: 'sbx_made-up' })),
    because('with an expired token', '401 token_expired', ({ badTokens }) => ({
      token: badTokens.expired,
    })),
    because('with a revoked token', '401 invalid_token', ({ badTokens }) => ({
      token: badTokens.revoked,
    })),
    because('with a refresh token', '401 invalid_token', ({ badTokens }) => ({
      token: badTokens.refresh,
    })),
  ];
  return [
    because('without a token', '401 unauthenticated', () => ({})),
    ...(row.id === 'pay.initiate' ? unusable() : []),
    ...(takesBody(row)
      ? [because('without a token, garbled', '401 unauthenticated', () => garbled)]
      : []),
  ];
}

function withTheWrongRole(row: Row): readonly Case[] {
  return row.by.flatMap((side) =>
    forbidden(row).flatMap((role) => {
      const because = (why: string, how: Partial<Sending> = {}, as = side) =>
        refused(row, `by the ${as}'s ${role}${why}`, '403 insufficient_permission', (stage) =>
          sent(row, askedBy(as, row, stage), { ...how, token: stage[as].tokens[role] }),
        );
      return [
        because(''),
        ...(takesBody(row) ? [because(', garbled', garbled)] : []),
        ...(row.otherSide === undefined ? [] : [because(', on the wrong side', {}, other(row))]),
      ];
    }),
  );
}

function ofOtherAccounts(row: Row): readonly Case[] {
  const { stranger: refusal, names = [] } = row;
  if (refusal === 'nothing') return [];
  const because = (how: Partial<Sending>, why = '') =>
    refused(row, `by another account${why}`, refusal, (stage) =>
      sent(row, askedBy(first(row), row, stage), { ...how, token: stage.stranger.token }),
    );
  const isKnownByPath = placeholders(row).length > 0;
  return [
    because({}),
    ...(isKnownByPath && takesBody(row) ? [because(garbled, ', garbled')] : []),
    ...names.map((name) =>
      refused(
        row,
        `naming another account's ${name}`,
        theirs[name]?.refusal ?? refusal,
        (stage) => {
          const asked = askedBy(first(row), row, stage);
          return sent(row, withMember(asked, name, theirs[name]?.of(stage)), asOwner(row, stage));
        },
      ),
    ),
  ];
}

/**
 * The ids of another account for each field of a body, with the rejection. A payable of two other accounts is not
 * found.
 */
const theirs: Readonly<Record<string, { refusal: Refusal; of: (stage: Stage) => string }>> = {
  businessId: { refusal: '403 business_forbidden', of: ({ stranger }) => stranger.businessId },
  fundingSourceId: { refusal: '403 business_forbidden', of: ({ stranger }) => stranger.bankId },
  connectionId: {
    refusal: '403 business_forbidden',
    of: ({ theirDeal }) => theirDeal.connectionId,
  },
  payableId: { refusal: '404 not_found', of: ({ theirDeal }) => theirDeal.payableId },
};

const asOwner = (row: Row, stage: Stage) => ({ token: stage[first(row)].tokens.owner });

const withMember = ({ body, ...asked }: Asked, name: string, value: unknown): Asked => ({
  ...asked,
  body: { ...(typeof body === 'object' && body), [name]: value },
});

function onTheWrongSide(row: Row): readonly Case[] {
  const { otherSide, third } = row;
  const isPayable = placeholders(row).includes('payableId');
  const byOther = (refusal: Refusal, how: Partial<Sending> = {}, why = '') =>
    refused(row, `by the ${other(row)}${why}`, refusal, (stage) =>
      sent(row, askedBy(other(row), row, stage), {
        ...how,
        token: stage[other(row)].tokens.owner,
      }),
    );
  const byThird = (refusal: Refusal, side: Side) =>
    refused(row, `by a third business of the ${side}`, refusal, (stage) =>
      sent(row, asThird(row, askedBy(side, row, stage), stage[side].third), {
        token: stage[side].tokens.owner,
      }),
    );
  return [
    ...(otherSide === undefined ? [] : [byOther(otherSide)]),
    ...(otherSide && isPayable && takesBody(row) ? [byOther(otherSide, garbled, ', garbled')] : []),
    ...(third === undefined ? [] : row.by.map((side) => byThird(third, side))),
    ...(isPayable ? draftsAreHidden(row) : []),
  ];
}

/**
 * Changes a request so that a third business makes it: in the path, otherwise in the query, otherwise as the owner of the bank
 * account.
 */
function asThird(row: Row, asked: Asked, third: Stage[Side]['third']): Asked {
  const { businessId, bankId } = third;
  if (typeof asked.body === 'object' && 'payments' in asked.body) {
    const { payments } = asked.body as { payments: readonly object[] };
    const moved = payments.map((it) => ({ ...it, fundingSourceId: bankId }));
    return { ...asked, body: { payments: moved } };
  }
  if (row.third?.endsWith('mismatch')) return withMember(asked, 'fundingSourceId', bankId);
  if (!placeholders(row).includes('businessId')) {
    return { ...asked, query: `businessId=${businessId}` };
  }
  return { ...asked, params: { ...asked.params, businessId } };
}

/** Returns the rejections of draft payables: before submission, only the author can access them. */
const draftsAreHidden = (row: Row): readonly Case[] =>
  roles.map((role) =>
    refused(row, `of a draft by the payer's ${role}`, '404 not_found', (stage) => {
      const asked = withParam(askedBy('payer', row, stage), 'payableId', stage.payables.draft);
      return sent(row, asked, { token: stage.payer.tokens[role] });
    }),
  );

const withParam = (asked: Asked, name: string, id: string): Asked => ({
  ...asked,
  params: { ...asked.params, [name]: id },
});

function ofUnknownThings(row: Row): readonly Case[] {
  const side = first(row);
  const ids = placeholders(row).filter((it) => it !== 'entityType');
  const unknownId = (name: string, role: Role, how: Partial<Sending> = {}) =>
    refused(row, `of an unknown ${name} by the ${role}`, '404 not_found', (stage) => {
      const asked = withParam(askedBy(side, row, stage), name, `${name}_none`);
      return sent(row, asked, { ...how, token: stage[side].tokens[role] });
    });
  return [
    ...ids.map((name) => unknownId(name, 'owner')),
    ...ids.flatMap((name) => forbidden(row).map((role) => unknownId(name, role, garbled))),
    ...(row.names ?? []).map((name) =>
      refused(row, `naming an unknown ${name}`, '404 not_found', (stage) => {
        const asked = withMember(askedBy(side, row, stage), name, `${name}_none`);
        return sent(row, asked, asOwner(row, stage));
      }),
    ),
  ];
}

const withUnknownMember = (row: Row): readonly Case[] =>
  !takesBody(row) || row.unreadable === '400 file_required'
    ? []
    : [
        refused(row, 'with a member that it does not have', '400 unknown_field', (stage) => {
          const asked = withMember(askedBy(first(row), row, stage), 'unheardOf', true);
          return sent(row, asked, asOwner(row, stage));
        }),
      ];

const unreadable = (row: Row): readonly Case[] =>
  row.unreadable === undefined
    ? []
    : [
        refused(row, 'garbled', row.unreadable, (stage) =>
          sent(row, askedBy(first(row), row, stage), { ...garbled, ...asOwner(row, stage) }),
        ),
      ];
