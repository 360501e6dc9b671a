/** Who may look into the sandbox with a browser. */
export interface InspectorTables {
  /** Codes that are good once, and the cookies they were exchanged for, by hash. Wall time. */
  inspector_keys: { hash: string; kind: 'code' | 'cookie'; expires_at: string };
}
