/** Why no recording can decide some statements about clients, with the ids of their requirements. */
const REASONS = [
  [
    'no recording shows how the client ended and what it wrote',
    [
      ...['client-bind-takes-202', 'client-handles-declined', 'client-handles-error'],
      ...['client-handles-missing-optionals', 'client-handles-message', 'client-handles-cents'],
      ...['client-handles-extra-fields', 'client-handles-unrated-quote', 'client-handles-underwriter-review'],
      ...['client-handles-approved-rate', 'client-handles-failed', 'client-handles-plain-text-errors'],
      ...['client-writes-its-result', 'client-reports-what-it-could-not-do', 'client-saves-the-proposal'],
      ...[
        'client-saves-the-policy',
        'client-takes-any-success-of-an-update',
        'client-takes-any-case-of-bearer',
      ],
      ...['client-takes-what-http-allows', 'client-prints-no-secret'],
    ],
  ],
  [
    'a client may go on after the end of the recording, or elsewhere',
    [
      ...['client-polls-on-while-pending', 'client-polls-on-while-bound', 'client-retries-5xx'],
      ...['client-survives-a-lost-connection', 'client-observe-retry-count'],
    ],
  ],
  ['no recording shows what the client was given to submit', ['client-submission-is-valid']],
  ['a quote may be older than the recording', ['client-uses-the-quote-id']],
  ['people read the status at once after a step', ['client-keeps-its-pace-across-steps']],
  ['no recording shows handshakes', ['client-uses-tls-1-2', 'client-verifies-the-certificate']],
  ['no recording shows which addresses the client was given', ['client-keeps-credentials-to-the-service']],
] as const

/** By id of a requirement, why a recording does not show it. Any other statement about clients is judged. */
export const NOT_RECORDED: ReadonlyMap<string, string> = new Map(
  REASONS.flatMap(([reason, ids]) => ids.map((id) => [id, reason] as const)),
)
