/** The modules of undici that open a tunnel. Its index would add fetch and WebSocket to the build. */
declare module 'undici/lib/dispatcher/client.js' {
  import type { Client } from 'undici';

  const client: typeof Client;
  export default client;
}

declare module 'undici/lib/api/api-connect.js' {
  import type { Client, Dispatcher } from 'undici';

  function connect(
    this: Client,
    options: { readonly path: string; readonly headers: Readonly<Record<string, string>> },
  ): Promise<Dispatcher.ConnectData>;
  export default connect;
}
