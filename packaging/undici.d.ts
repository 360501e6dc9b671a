/** The modules of undici that a tunnel needs. Its index would add fetch and HTTP/2 to the bundle. */
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
