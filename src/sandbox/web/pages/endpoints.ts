import type { Endpoint } from '../../context/endpoint.ts';
import type { Engine } from '../../context/engine.ts';
import { consent, consentPage } from './consent-page.ts';
import { invitationEndpoints } from './invite/endpoints.ts';
import { payerEndpoints } from './pay/endpoints.ts';
import { chooseAccount, linkPage } from './link-provider/link-page.ts';
import { style } from './style.ts';
import { shows, takes } from './page-routes.ts';

/**
 * The pages for people without an account, and the stand-ins of the services that people are sent to. They work without
 * script: links and forms, and after each form a page that can be loaded again.
 */
export const pageEndpoints = (engine: Engine): readonly Endpoint[] => [
  { method: 'GET', path: '/sandbox-assets/style.css', work: async () => style },
  ...payerEndpoints(engine),
  ...invitationEndpoints(engine),
  shows(engine, '/sandbox/linkprovider/link', linkPage),
  takes(engine, '/sandbox/linkprovider/link', chooseAccount),
  shows(engine, '/sandbox/accounting/authorize', consentPage),
  takes(engine, '/sandbox/accounting/authorize', consent),
];
