import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { fakeIo } from '../../cli/fake-io.ts'
import { main } from '../../cli/main.ts'

vi.setConfig({ hookTimeout: 60_000 })

/** The header that names the provider state, where several interactions have the same request. */
const STATE_HEADER = 'x-provider-state'

interface Body {
  readonly content: unknown
}

interface Interaction {
  readonly type: string
  readonly description: string
  readonly providerStates?: readonly { readonly name: string }[]
  readonly request: {
    readonly method: string
    readonly path: string
    readonly headers?: Readonly<Record<string, string | readonly string[]>>
    readonly body?: Body
  }
  readonly response: { readonly status: number; readonly body?: Body & { readonly contentType?: string } }
}

const folder = mkdtempSync(join(tmpdir(), 'pact-stub-'))
let stub: ChildProcess
let interactions: readonly Interaction[]
let address: string

/** Serves the published contract with the stub server of the Pact project, which is not part of the library. */
beforeAll(async () => {
  const io = fakeIo()
  await main(['pact', 'publish', '--out', folder], io)
  const file = io.printed.out.trim()
  const { interactions: all } = JSON.parse(readFileSync(file, 'utf8')) as {
    readonly interactions: readonly Interaction[]
  }
  interactions = all.filter(({ type }) => type === 'Synchronous/HTTP')
  const program = createRequire(import.meta.url).resolve('@pact-foundation/pact-cli/bin/pact-stub-server.js')
  const words = ['--file', file, '--provider-state-header-name', STATE_HEADER, '--loglevel', 'info']
  // Its own process group, which ends together with the server that the program starts.
  stub = spawn(process.execPath, [program, ...words], {
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  })
  const port = await new Promise<string>((resolve, reject) => {
    let said = ''
    stub.stdout?.on('data', (text) => {
      said += text
      const [, found] = /started on port (\d+)/.exec(said) ?? []
      if (found !== undefined) resolve(found)
    })
    stub.once('exit', () => reject(new Error(`the stub server ended: ${said}`)))
  })
  address = `http://127.0.0.1:${port}`
})

afterAll(() => {
  if (stub.pid !== undefined) process.kill(-stub.pid)
  rmSync(folder, { recursive: true })
})

async function asked({ request, providerStates = [] }: Interaction) {
  const headers = Object.entries(request.headers ?? {}).map(
    ([name, value]) => [name, [value].flat().join(', ')] as [string, string],
  )
  const content = request.body?.content
  const body = content === undefined || typeof content === 'string' ? content : JSON.stringify(content)
  const answer = await fetch(address + request.path, {
    method: request.method,
    headers: [...headers, ...providerStates.map(({ name }) => [STATE_HEADER, name] as [string, string])],
    ...(body !== undefined && { body }),
  })
  return { status: answer.status, text: await answer.text() }
}

test('serves every HTTP interaction of the published contract, each with its own answer', async () => {
  expect(interactions.length).toBeGreaterThan(50)
  for (const one of interactions) {
    const { status, text } = await asked(one)
    const { response, description } = one
    expect({ description, status }).toEqual({ description, status: response.status })
    if (response.body?.contentType?.startsWith('application/json'))
      expect(JSON.parse(text)).toEqual(response.body.content)
  }
})

test('refuses a request that the contract does not have', async () => {
  const answer = await fetch(`${address}/quotes`)
  expect(answer.status).toBe(404)
})
