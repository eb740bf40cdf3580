import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fakeIo } from '../cli/fake-io.ts'
import { main } from '../cli/main.ts'
import type { Target } from '../conformance/ports/target.ts'
import { defineScenario } from '../conformance/scenario.ts'
import { failed, passed } from '../conformance/verdict.ts'
import { sides } from '../sides/index.ts'
import type { Described, SideEntry, SideOf } from '../sides/side.ts'
import { loadSpec, type Spec } from '../spec/index.ts'

/** The ports of a client that only says how it greets. */
interface ClientPorts {
  greeting(): string
}

interface DescribedClient extends Described {
  readonly greets: string
}

/** A small side for the test. Only this value and the list of sides refer to it. */
function clientSide(
  requirement: string,
): SideOf<object, DescribedClient, ClientPorts, ClientPorts, Target<ClientPorts>> {
  return {
    name: 'client',
    suite: () => ({
      scenarios: [
        defineScenario<ClientPorts, Spec, string>({
          id: 'greetings/first',
          title: 'A client greets',
          needs: [{ voice: 'greeting' }],
          drive: async (client) => client.greeting(),
          claims: [
            {
              requirement,
              judge: (greeting) =>
                greeting === 'hello' ? passed() : failed({ expected: 'hello', observed: greeting }),
            },
          ],
        }),
      ],
      standing: [],
    }),
    context: (ports) => ports,
    describe: async ({ target }: { readonly target?: string }) =>
      JSON.parse(readFileSync(target ?? '', 'utf8')).client,
    inventory: () => [{ key: 'client.farewell', present: false, message: 'it says no farewell' }],
    async open({ greets }, { spec }) {
      return {
        facts: { name: 'tiny', environment: 'sandbox', baseUrl: 'stdio:', apiVersion: spec.version },
        isolates: false,
        lacks: ({ voice }) =>
          voice === 'greeting' ? undefined : { why: 'it has no such voice', key: 'client.voice' },
        lost: () => undefined,
        redact: (text) => text,
        shown: (evidence) => evidence,
        showsTooMuch: () => false,
        lease: async () => ({
          ports: { greeting: () => greets },
          exchanges: () => [],
          arrivals: () => [],
          release: async () => undefined,
        }),
        close: async () => undefined,
      }
    },
    ready: async () => undefined,
    doctor: async () => [{ name: 'greeting', ok: true, message: 'it greets' }],
  }
}

let folder: string
let all: readonly SideEntry[]

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'third-side-'))
  const { requirements } = await loadSpec()
  const [own] = requirements.filter(
    ({ side, level, excluded }) => side === 'client' && level === 'must' && excluded === undefined,
  )
  const side = clientSide(own?.id ?? '')
  const entry: SideEntry = {
    name: 'client',
    profileKey: 'client',
    command: ['certify', 'client'],
    description: 'judge a client',
    target: { description: 'profile of the client', required: true },
    options: [],
    load: async () => side,
  }
  all = [...sides.filter(({ name }) => name !== 'client'), entry]
})
afterAll(() => rmSync(folder, { recursive: true }))

/** Runs a command line on a client, and returns its exit code and output. */
async function onClient(greets: string, ...words: readonly string[]) {
  const profile = join(folder, `${greets}.json`)
  writeFileSync(profile, JSON.stringify({ client: { greets } }))
  const io = fakeIo()
  const code = await main([...words, '--target', profile], io, all)
  return { code, ...io.printed }
}

test.each([
  ['hello', 0, 'conformant'],
  ['goodbye', 1, 'non-conformant'],
])('a third side that says %s ends with %i', async (greets, code, verdict) => {
  const out = join(folder, `run-${greets}`)
  const { err, ...ended } = await onClient(greets, 'certify', 'client', '--out', out)
  expect([ended.code, err]).toEqual([code, ''])
  expect(JSON.parse(readFileSync(join(out, 'report.json'), 'utf8'))).toMatchObject({
    kind: 'client',
    verdict,
  })
})

test('a third side is known to doctor by its profile and to certify by its name', async () => {
  const { code, out } = await onClient('hello', 'doctor')
  expect(code).toBe(0)
  expect(out).toContain('it greets')
  expect(out).toContain('client.farewell  it says no farewell')
  const io = fakeIo()
  expect(await main(['certify', 'nobody'], io, all)).toBe(2)
  expect(io.printed.err).toContain('it should be receiver, client or all')
})
