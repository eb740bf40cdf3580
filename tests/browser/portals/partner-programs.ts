import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'

const examples = resolve(import.meta.dirname, '../../../examples')
const receiverFile = join(examples, 'receiver/receiver.mjs')
const clientFile = join(examples, 'client-typescript/client.ts')

/** The command that starts the example client. */
export const CLIENT_COMMAND = [process.execPath, clientFile]

/** A port that was free a moment ago. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** The example receiver as a partner runs it: it is started anew with other secrets, on the same port. */
export class ExampleReceiver implements AsyncDisposable {
  readonly url: string
  readonly #port: number
  #program: ChildProcess | undefined
  private constructor(port: number) {
    this.#port = port
    this.url = `http://127.0.0.1:${port}/hooks`
  }

  static async prepare(): Promise<ExampleReceiver> {
    return new ExampleReceiver(await freePort())
  }

  async start(...secrets: readonly string[]): Promise<void> {
    await this[Symbol.asyncDispose]()
    this.#program = spawn(process.execPath, [receiverFile, String(this.#port)], {
      env: { ...process.env, SIGNING_SECRET: secrets.join(',') },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    await once(this.#program.stdout ?? this.#program, 'data')
  }

  /** The Event-IDs that it has processed since it was started. */
  async effects(): Promise<readonly string[]> {
    return (await fetch(new URL('/effects', this.url))).json() as Promise<readonly string[]>
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const program = this.#program
    if (program === undefined || program.exitCode !== null || program.signalCode !== null) return
    program.kill()
    await once(program, 'exit')
  }
}

/** The variables of the example client. */
export interface ClientSettings {
  readonly QUOTE_BASE_URL: string
  readonly QUOTE_AUTH_URL: string
  readonly QUOTE_CLIENT_ID: string
  readonly QUOTE_CLIENT_SECRET: string
  readonly QUOTE_INTEGRATION_KEY: string
}

/** Runs the example client through one journey, from the submission to the policy. */
export async function runClient(
  settings: ClientSettings,
  submission: unknown,
  folder: string,
): Promise<void> {
  mkdirSync(folder, { recursive: true })
  const file = join(folder, 'submission.json')
  writeFileSync(file, JSON.stringify(submission))
  const env = { ...process.env, ...settings, QUOTE_SUBMISSION: file, QUOTE_WORKDIR: folder }
  await promisify(execFile)(process.execPath, [clientFile], { env })
}
