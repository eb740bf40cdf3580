import { shellWord } from '../../reporters/index.ts'
import type { EmbeddedSandbox } from '../../targets/sandbox/index.ts'
import type { SandboxFiles } from './files.ts'

const CLOCKS = {
  running: 'running; POST /clock/advance on the control API moves it ahead',
  exact: 'running; a move by POST /clock/advance contains the real time that it takes',
  real: "the machine's own",
  virtual: 'standing still until POST /clock/advance on the control API moves it',
} as const

/** Tells users of a running sandbox what they need to know, with lines to paste into a shell. */
export function sandboxText(
  sandbox: EmbeddedSandbox,
  files: Pick<SandboxFiles, 'profile' | 'ca'>,
  { clock, front }: { readonly clock: keyof typeof CLOCKS; readonly front: readonly string[] },
): string {
  const { credentials } = sandbox
  const facts = [
    ...(sandbox.operatorUrl === undefined
      ? []
      : [
          ['portals', `${new URL(sandbox.baseUrl).origin}/`],
          ['as the operator', sandbox.operatorUrl],
        ]),
    ['base URL', sandbox.baseUrl],
    ['token endpoint', sandbox.authUrl],
    ['description', sandbox.descriptionUrl],
    ['control API', `${sandbox.controlUrl} (header x-control-secret: ${sandbox.controlSecret})`],
    ['its description', sandbox.controlDescriptionUrl],
    ['clock', CLOCKS[clock]],
    ['client id', credentials.client_id],
    ['client secret', credentials.client_secret],
    ['integration key', credentials.integration_key],
    ['profile', files.profile],
    ...(files.ca === undefined ? [] : [['certificate authority', files.ca]]),
  ]
  return [
    ...facts.map(([name = '', value]) => `${name.padEnd(22)}${value}`),
    '',
    '# a token',
    tokenLine(sandbox, files.ca),
    '# a quote',
    submitLine(sandbox, files.ca),
    '# what a reproduction script needs for this sandbox',
    reproductionLine(sandbox, files.ca),
    '# pass deliveries on to a receiver on this machine',
    listenLine(sandbox, files.ca, front),
    '# judge this sandbox',
    `${front.join(' ')} run --target ${word(files.profile)}`,
    '',
    'Ctrl-C ends it.',
    '',
  ].join('\n')
}

/** The line for a shell that passes deliveries on to another receiver. */
export function listenLine(
  { baseUrl }: EmbeddedSandbox,
  ca: string | undefined,
  front: readonly string[],
): string {
  const trusting = ca === undefined ? '' : ` --ca ${word(ca)}`
  return `${front.join(' ')} listen --sandbox ${new URL(baseUrl).origin} --forward-to http://127.0.0.1:3000/hooks${trusting}`
}

function tokenLine({ authUrl, credentials }: EmbeddedSandbox, ca: string | undefined): string {
  const fields = {
    client_id: credentials.client_id,
    client_secret: credentials.client_secret,
    grant_type: 'client_credentials',
    scope: 'quote',
  }
  const data = Object.entries(fields).map(([name, value]) => `--data-urlencode ${word(`${name}=${value}`)}`)
  const request = ['curl -sS', ...trust(ca), ...data, word(authUrl)].join(' ')
  return `export QUOTE_ACCESS_TOKEN="$(${request} | sed -E 's/.*"access_token" *: *"([^"]+)".*/\\1/')"`
}

function submitLine({ baseUrl, credentials, submission }: EmbeddedSandbox, ca: string | undefined): string {
  return [
    'curl -sS',
    ...trust(ca),
    '-H "Authorization: Bearer $QUOTE_ACCESS_TOKEN"',
    `-H ${word(`x-integration-key: ${credentials.integration_key}`)}`,
    '-H content-type:application/json',
    `--data-raw ${word(JSON.stringify(submission))}`,
    word(`${baseUrl}/submit`),
  ].join(' ')
}

/** The variables of the scripts in `reproductions/`. */
function reproductionLine(sandbox: EmbeddedSandbox, ca: string | undefined): string {
  const { baseUrl, authUrl, controlUrl, controlSecret, credentials } = sandbox
  const variables = {
    QUOTE_BASE_URL: baseUrl,
    QUOTE_AUTH_URL: authUrl,
    QUOTE_CLIENT_ID: credentials.client_id,
    QUOTE_CLIENT_SECRET: credentials.client_secret,
    QUOTE_INTEGRATION_KEY: credentials.integration_key,
    QUOTE_OPERATOR_URL: new URL(controlUrl).origin,
    QUOTE_OPERATOR_X_CONTROL_SECRET: controlSecret,
    ...(ca === undefined ? {} : { QUOTE_CA: ca }),
  }
  return `export ${Object.entries(variables)
    .map(([name, value]) => `${name}=${word(value)}`)
    .join(' ')}`
}

function trust(ca: string | undefined): readonly string[] {
  return ca === undefined ? [] : ['--cacert', word(ca)]
}

function word(text: string): string {
  return shellWord([{ text }])
}
