import { existsSync, readFileSync } from 'node:fs'
import { afterEach, expect, test } from 'vitest'
import { openSandboxes, type Sandboxes } from './threaded.ts'

let sandboxes: Sandboxes | undefined
afterEach(() => sandboxes?.close())

test('one that serves https names the certificate to trust, which goes with it', async () => {
  sandboxes = openSandboxes({ kind: { variant: ['served-on-https'] }, seed: 3 })
  const one = await sandboxes.start()
  const { tls } = one.profile() as { tls: { ca: string } }
  expect(readFileSync(tls.ca, 'utf8')).toMatch(/BEGIN CERTIFICATE/)
  await one.close()
  expect(existsSync(tls.ca)).toBe(false)
})

test('each sandbox of a thread has an address of its own, and is gone when it is closed', async () => {
  sandboxes = openSandboxes({ kind: {}, seed: 3 })
  const [one, other] = await Promise.all([sandboxes.start(), sandboxes.start()])
  const addresses = [one, other].map(({ profile }) => (profile() as { base_url: string }).base_url)
  expect(new Set(addresses).size).toBe(2)
  const status = async (address = '') => (await fetch(`${address}/openapi.yaml`)).status
  expect(await Promise.all(addresses.map(status))).toEqual([200, 200])
  await one.close()
  await expect(status(addresses[0])).rejects.toThrow()
  expect(await status(addresses[1])).toBe(200)
})

test('a kind is served as it is named', async () => {
  sandboxes = openSandboxes({ kind: { variant: ['works-in-real-time'] }, seed: 3 })
  expect((await sandboxes.start()).worksInRealTime).toBe(true)
})

test('what keeps a sandbox from starting is thrown', async () => {
  sandboxes = openSandboxes({ kind: { mutant: 'none-of-them' }, seed: 3 })
  await expect(sandboxes.start()).rejects.toThrow('none-of-them')
})
