import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { stringify } from 'yaml'
import { arazzoOf } from '../../cli/descriptions/arazzo.ts'
import type { JsonObject } from '../../conformance/json/object.ts'
import { loadSpec } from '../../spec/index.ts'
import { startEmbedded } from '../../targets/sandbox/index.ts'
import { keptFolder } from '../kept-folder.ts'

const REDOCLY = resolve(import.meta.dirname, '../../node_modules/@redocly/cli/bin/cli.js')
const home = keptFolder()
const spec = await loadSpec()

/** The outcome that the submission of each journey leads to. */
const OUTCOMES = {
  'straight-through': {},
  update: {},
  documents: {},
  decline: 'declined',
  review: 'underwriter_review',
} as const

/** Lets Redocly's Respect carry out journeys against a sandbox, and returns its output. */
async function respect(journey: keyof typeof OUTCOMES, options: Parameters<typeof startEmbedded>[0] = {}) {
  const sandbox = await startEmbedded({ clock: 'running', ...options })
  const {
    credentials,
    submission,
    outcomes = {},
    description,
  } = sandbox.profile() as {
    readonly credentials: JsonObject
    readonly submission: JsonObject
    readonly outcomes?: Readonly<Record<string, JsonObject>>
    readonly description: string
  }
  const document = join(home, `${journey}.openapi.yaml`)
  writeFileSync(document, await (await fetch(description)).text())
  const file = join(home, `${journey}.arazzo.yaml`)
  writeFileSync(file, stringify(sendingSomething(arazzoOf(spec, document)), { aliasDuplicateObjects: false }))
  const { client_id, client_secret, integration_key } = credentials
  const changes = outcomes[String(OUTCOMES[journey])] ?? {}
  const input = { client_id, client_secret, integration_key, submission: { ...submission, ...changes } }
  const words = [REDOCLY, 'respect', file, '--workflow', journey, '--input', JSON.stringify(input)]
  const ended = new Promise<{ readonly code: number | null; readonly out: string }>((done) => {
    const env = {
      ...process.env,
      REDOCLY_TELEMETRY: 'off',
      REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
      NO_COLOR: '1',
    }
    const child = execFile(process.execPath, words, { env }, (_, out, err) =>
      done({ code: child.exitCode, out: out + err }),
    )
  })
  return ended.finally(() => sandbox.close())
}

/** This runner sends no body in place of an empty object. The sandbox takes a bind with a member that nobody knows. */
const sendingSomething = (document: JsonObject): JsonObject =>
  JSON.parse(JSON.stringify(document).replace('"payload":{}', '"payload":{"by":"a test"}')) as JsonObject

// Side by side, since the runner waits between its reads.
describe.concurrent('Respect', () => {
  test.each(Object.keys(OUTCOMES) as (keyof typeof OUTCOMES)[])(
    'carries out the journey %s',
    async (journey) => {
      const { code, out } = await respect(journey)
      expect({ code, out }).toEqual({ code: 0, out: expect.stringMatching(/Workflows: 1 passed, 1 total/) })
    },
  )

  test('finds a bind that is answered as before v1.8.0', async () => {
    const answers = {
      bindAccepted: () => ({ status: 200, headers: { 'content-type': 'application/json' }, body: '{}' }),
    }
    const { code, out } = await respect('straight-through', { behaviour: { answers } })
    expect({ code, out }).toEqual({ code: 1, out: expect.stringMatching(/\$statusCode == 202/) })
  })
})
