import type { Generated } from 'kysely';

/** What is to happen, what has happened, and who was told. */
export interface DiaryTables {
  /** Work that falls due: run in order of (due_at, seq), then deleted. `ref` names what it is about. */
  jobs: { seq: Generated<number>; due_at: string; kind: string; ref: string };
  events: {
    seq: Generated<number>;
    id: string;
    type: string;
    at: string;
    resource_type: string;
    resource_id: string;
    business_id: string | null;
    /** JSON object. */
    data: string;
  };
  /** E-mails that a real service would send. */
  outbox: {
    seq: Generated<number>;
    id: string;
    kind: OutboxKind;
    to_email: string;
    subject: string;
    text: string;
    url: string | null;
    token: string | null;
    invitation_id: string | null;
    payable_id: string | null;
    bounced: number;
    created_at: string;
  };
}

export type OutboxKind =
  | 'invitation'
  | 'public_request'
  | 'payable_submitted'
  | 'payable_approved'
  | 'payable_declined'
  | 'payable_cancelled'
  | 'reminder'
  | 'payment_link'
  | 'payment';
