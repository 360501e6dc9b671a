import type { Reply } from '../context/problem-details.ts';
import type { Row } from '../database/tables.ts';

/** A file as it was uploaded, to be saved or shown and never to be run. */
export const fileReply = ({ bytes, content_type, filename, sha256 }: Row<'files'>): Reply => ({
  status: 200,
  headers: {
    'Content-Type': content_type,
    'Content-Disposition': `inline; filename="${filename.replaceAll(/[^\w.-]/g, '_')}"`,
    'Content-Security-Policy': "default-src 'none'; sandbox",
    'X-Content-Type-Options': 'nosniff',
    ETag: `"${sha256}"`,
  },
  body: new Uint8Array(bytes),
});
