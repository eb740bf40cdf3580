import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { sandboxOf } from '../../sides/platform/sandbox/kind.ts'
import { type Driver, drive } from '../../targets/sandbox/testing.ts'
import { start, temporaryFolder } from '../cli/command.ts'
import { startHere } from '../cli/here.ts'

/** A port of this machine that was free a moment ago. */
export async function freePort(): Promise<number> {
  const server = createServer()
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** A sandbox, right or with one defect. */
export async function platform(mutant?: string): Promise<Driver> {
  const driver = await drive({
    ...(await sandboxOf(mutant === undefined ? {} : { mutant })),
    clock: 'running',
  })
  onTestFinished(() => driver.sandbox.close())
  return driver
}

/** Writes a profile; returns the file. */
export function profileFile(profile: object): string {
  const file = join(temporaryFolder(), 'profile.json')
  writeFileSync(file, JSON.stringify(profile))
  return file
}

/** Starts the proxy in a process of its own, and waits until it listens. */
export const proxyBefore = (profile: object, ...words: readonly string[]) => begun(start, profile, words)

/** Starts the proxy in this process, and waits until it listens. */
export const proxyHere = (profile: object, ...words: readonly string[]) => begun(startHere, profile, words)

async function begun<Command extends Pick<ReturnType<typeof start>, 'shows'>>(
  begin: (...words: readonly string[]) => Command,
  profile: object,
  words: readonly string[],
) {
  const folder = temporaryFolder()
  const listen = words.includes('--listen') ? [] : ['--listen', '127.0.0.1:0']
  const command = begin('proxy', '--target', profileFile(profile), '--out', folder, ...listen, ...words)
  const [, baseUrl = '', authUrl = ''] = await command.shows(
    /^base_url +(\S+)[\s\S]*^auth_url +(\S+)[\s\S]*Ctrl-C ends it/m,
  )
  return { ...command, baseUrl, authUrl, file: join(folder, 'traffic.jsonl') }
}

/** A client of the platform that uses the addresses of the proxy. */
export async function clientOf(
  { sandbox }: Driver,
  { baseUrl, authUrl }: { readonly baseUrl: string; readonly authUrl: string },
) {
  const { client_id, client_secret, integration_key } = sandbox.credentials
  const form = { client_id, client_secret, grant_type: 'client_credentials', scope: 'quote' }
  const granted = await fetch(authUrl, { method: 'POST', body: new URLSearchParams(form) })
  const { access_token } = (await granted.json()) as { access_token: string }
  const call = (
    method: string,
    path: string,
    body?: unknown,
    headers: Readonly<Record<string, string>> = { 'x-integration-key': integration_key },
  ) =>
    fetch(`${baseUrl}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${access_token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      body: body === undefined ? null : JSON.stringify(body),
    })
  return { call, secrets: [access_token, client_secret, integration_key] }
}
