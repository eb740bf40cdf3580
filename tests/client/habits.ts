/** Sessions that show the habits of most clients. */
export const SESSIONS = [
  ...['journeys/straight-through', 'journeys/slow-rating', 'journeys/rated-again', 'tokens/short-lived'],
  ...['outcomes/approved-rate', 'outcomes/refused-submission', 'tokens/refused-status', 'answers/pieces'],
  ...['answers/as-http-allows', 'tokens/refused-documents', 'documents/slow-policy'],
  ...['answers/extra-fields', 'answers/later-state', 'tokens/beside-a-refresh-token', 'tls/troubles'],
  ...[
    'documents/slow-proposal',
    'submissions/other-scripts',
    'tls/trusted',
    'tls/another-host',
    'addresses/redirected-status',
  ],
  ...['outages/once-1', 'outages/submit-for-good', 'outages/status-for-good', 'outages/status-twice'],
  'outages/quote-proposal-for-good',
  'connections/lost-before',
  ...['outages/second', 'journeys/slow-writes', 'tokens/refused-status-late', 'tls/not-trusted-behind-5xx'],
  ...['outages/after-refusals', 'outages/before-refusals', 'outages/later', 'journeys/generated'],
]
