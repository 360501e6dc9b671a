/** A state that is rare on a connection with very many payables is found without reading the others. */
export const scaleIndices: readonly string[] = [
  `create index payables_of_connection_payee_by_status on payables (connection_id, payee_id, status, seq)`,
  `create index payables_of_connection_payer_by_status on payables (connection_id, payer_id, status, seq, payee_id)`,
];
