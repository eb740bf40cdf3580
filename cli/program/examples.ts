import { pathToFileURL } from 'node:url'
import type { Command } from 'commander'
import { packageFolder } from '../package-facts.ts'

/** For each command the examples that its help shows, and the page that says more. */
export const EXAMPLES: Readonly<
  Record<string, { readonly lines: readonly string[]; readonly page: string }>
> = {
  '': { lines: ['run', 'help cause'], page: 'docs/from-nothing-to-production.md' },
  run: {
    lines: ['run --target profile.yaml --only 4.rule.4', "run --target profile.yaml --require '6.*' -x"],
    page: 'docs/reading-a-run.md',
  },
  certify: { lines: ['certify receiver --target receiver.yaml'], page: 'docs/reading-a-run.md' },
  'certify receiver': {
    lines: ['certify receiver --target receiver.yaml --out reports/receiver'],
    page: 'docs/profile.md',
  },
  'certify client': {
    lines: ['certify client --target client.yaml --scenario journeys/straight-through'],
    page: 'docs/profile.md',
  },
  'certify all': {
    lines: [
      'certify all partners --jobs 2 --out reports/partners',
      'certify all partners --failed-only --stale 30d --out reports/partners',
    ],
    page: 'docs/pipelines.md',
  },
  doctor: { lines: ['doctor --target profile.yaml'], page: 'docs/profile.md' },
  sandbox: {
    lines: ['sandbox --port 4010 --clock virtual', 'sandbox --list retry'],
    page: 'docs/control-api.md',
  },
  requirements: {
    lines: ['requirements proposal 409', 'requirements --only 3.documents'],
    page: 'docs/readings.md',
  },
  schema: { lines: ['schema report'], page: 'docs/profile.md' },
  diff: {
    lines: ['diff v1.13.0 v1.14.2', 'diff old.yaml new.yaml --format markdown'],
    page: 'docs/comparing-descriptions.md',
  },
  openapi: { lines: ['openapi --api-version v1.13.0'], page: 'docs/versions.md' },
  report: { lines: ['report reports/latest --rejudge'], page: 'docs/reading-a-run.md' },
  annotate: { lines: ['annotate reports/latest --format github'], page: 'docs/pipelines.md' },
  compare: {
    lines: ['compare reports/monday reports/tuesday --baseline baseline.yaml'],
    page: 'docs/pipelines.md',
  },
  baseline: { lines: ['baseline reports/latest --out baseline.yaml'], page: 'docs/pipelines.md' },
  keygen: { lines: ['keygen --out certificate-key.pem'], page: 'docs/trust.md' },
  verify: { lines: ['verify certificate.json --key certificate-key.pem.pub'], page: 'docs/trust.md' },
  pact: { lines: ['pact check partner.json'], page: 'docs/pact-check.md' },
  'pact publish': { lines: ['pact publish --out pacts'], page: 'docs/pact-check.md' },
  'pact check': { lines: ['pact check partner.json --junit pact.xml'], page: 'docs/pact-check.md' },
  'pact verify': { lines: ['pact verify partner.json --target profile.yaml'], page: 'docs/pact-check.md' },
  init: { lines: ['init receiver.yaml --side receiver'], page: 'docs/profile.md' },
  completion: { lines: ['completion bash > quote-conformance.bash'], page: 'docs/reading-a-run.md' },
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
