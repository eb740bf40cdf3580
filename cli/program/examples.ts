import { pathToFileURL } from 'node:url'
import type { Command } from 'commander'
import { packageFolder } from '../package-facts.ts'

/** For each command the examples that its help shows, and the page that says more. */
export const EXAMPLES: Readonly<
  Record<string, { readonly lines: readonly string[]; readonly page: string }>
> = {
  '': { lines: ['run', 'help cause'], page: 'docs/tutorials/from-nothing-to-production.md' },
  run: {
    lines: ['run --target profile.yaml --only 4.rule.4', "run --target profile.yaml --require '6.*' -x"],
    page: 'docs/how-to/reading-a-run.md',
  },
  certify: { lines: ['certify receiver --target receiver.yaml'], page: 'docs/how-to/reading-a-run.md' },
  'certify receiver': {
    lines: ['certify receiver --target receiver.yaml --out reports/receiver'],
    page: 'docs/how-to/certify-a-receiver.md',
  },
  'certify client': {
    lines: ['certify client --target client.yaml --scenario journeys/straight-through'],
    page: 'docs/how-to/certify-a-client.md',
  },
  'certify all': {
    lines: [
      'certify all partners --jobs 2 --out reports/partners',
      'certify all partners --failed-only --stale 30d --out reports/partners',
    ],
    page: 'docs/how-to/pipelines.md',
  },
  doctor: { lines: ['doctor --target profile.yaml'], page: 'docs/reference/profile.md' },
  sandbox: {
    lines: ['sandbox --port 4010 --data sandbox', 'sandbox --list retry'],
    page: 'docs/how-to/use-the-sandbox.md',
  },
  requirements: {
    lines: ['requirements proposal 409', 'requirements --only 3.documents'],
    page: 'docs/reference/readings.md',
  },
  schema: { lines: ['schema report'], page: 'docs/reference/profile.md' },
  diff: {
    lines: ['diff v1.13.0 v1.14.2', 'diff old.yaml new.yaml --format markdown'],
    page: 'docs/explanation/comparing-descriptions.md',
  },
  openapi: { lines: ['openapi --api-version v1.13.0'], page: 'docs/reference/versions.md' },
  report: { lines: ['report reports/latest --rejudge'], page: 'docs/how-to/reading-a-run.md' },
  annotate: { lines: ['annotate reports/latest --format github'], page: 'docs/how-to/pipelines.md' },
  compare: {
    lines: ['compare reports/monday reports/tuesday --baseline baseline.yaml'],
    page: 'docs/how-to/pipelines.md',
  },
  baseline: { lines: ['baseline reports/latest --out baseline.yaml'], page: 'docs/how-to/pipelines.md' },
  keygen: { lines: ['keygen --out certificate-key.pem'], page: 'docs/explanation/trust.md' },
  sign: { lines: ['sign reports/client --key certificate-key.pem'], page: 'docs/explanation/trust.md' },
  verify: {
    lines: ['verify certificate.json --key certificate-key.pem.pub'],
    page: 'docs/explanation/trust.md',
  },
  pact: { lines: ['pact check partner.json'], page: 'docs/how-to/pact.md' },
  'pact publish': { lines: ['pact publish --out pacts'], page: 'docs/how-to/pact.md' },
  'pact check': { lines: ['pact check partner.json --junit pact.xml'], page: 'docs/how-to/pact.md' },
  'pact verify': { lines: ['pact verify partner.json --target profile.yaml'], page: 'docs/how-to/pact.md' },
  judge: {
    lines: ['judge session.har', 'judge tests.har deliveries.har --target profile.yaml --whole requests'],
    page: 'docs/how-to/judge-recorded-traffic.md',
  },
  listen: {
    lines: ['listen --sandbox http://127.0.0.1:4010 --forward-to http://127.0.0.1:3000/hooks'],
    page: 'docs/how-to/use-the-sandbox.md',
  },
  proxy: {
    lines: ['proxy --target profile.yaml --deliver-to http://127.0.0.1:3000/hooks'],
    page: 'docs/how-to/judge-traffic-with-a-proxy.md',
  },
  init: { lines: ['init receiver.yaml --side receiver'], page: 'docs/reference/profile.md' },
  completion: { lines: ['completion bash > quote-conformance.bash'], page: 'docs/how-to/reading-a-run.md' },
}

/** Adds examples and the address of a page to the help of a command and of all commands in it. */
export function addExamples(command: Command, path = ''): void {
  const { lines, page } = EXAMPLES[path] ?? { lines: [], page: 'README.md' }
  const examples = lines.map((line) => `\n  quote-conformance ${line}`).join('')
  const folder = pathToFileURL(`${packageFolder()}/`)
  command.addHelpText(
    'after',
    `\nExample${lines.length > 1 ? 's' : ''}:${examples}\n\nMore: ${new URL(page, folder).href}`,
  )
  for (const one of command.commands) addExamples(one, `${path} ${one.name()}`.trim())
}
