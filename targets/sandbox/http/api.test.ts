import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startEmbedded } from '../index.ts'
import { type Driver, drive } from '../testing.ts'

let driver: Driver
beforeAll(async () => {
  driver = await drive()
})
afterAll(() => driver.sandbox.close())

const failure = { status: 'error', error: { message: expect.any(String) } }

describe('the API', () => {
  test.each([
    ['broken JSON', 400, '{', {}],
    ['no body', 400, undefined, { 'content-type': 'application/json' }],
    ['a poisoned prototype', 400, '{"__proto__":{"x":1}}', {}],
    ['an oversized body', 413, JSON.stringify({ text: 'x'.repeat(1_100_000) }), {}],
    ['another content type', 415, 'revenue=1', { 'content-type': 'application/x-www-form-urlencoded' }],
  ])('answers %s with %i in its own envelope', async (_what, code, body, headers) => {
    const seen = await driver.call('POST', '/submit', body, headers)
    expect([seen.status, seen.type]).toEqual([code, 'application/json; charset=utf-8'])
    expect(seen.json).toEqual(failure)
  })

  test.each([
    ['GET', '/nothing', 404],
    ['DELETE', '/status/1', 404],
    ['GET', '/status/%ff', 400],
  ])('answers %s %s with %i in its own envelope', async (method, path, code) => {
    const seen = await driver.call(method, path)
    expect([seen.status, seen.json]).toEqual([code, failure])
  })

  test('answers errors below document endpoints as text', async () => {
    for (const path of ['/document/policy/stream/%ff', '/document/policy/stream/a/b']) {
      const seen = await driver.call('GET', path)
      expect(seen.type).toMatch(/^text\/plain/)
      expect(seen.status).toBeGreaterThanOrEqual(400)
    }
  })

  test('answers bytes that are no HTTP in its own envelope', async () => {
    const { hostname, port } = new URL(driver.sandbox.baseUrl)
    const socket = connect(Number(port), hostname)
    socket.write('nonsense\r\n\r\n')
    const answer = await text(socket)
    expect(answer).toMatch(/^HTTP\/1\.1 400 /)
    expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).toEqual(failure)
  })

  test('serves its description to everybody', async () => {
    const own = new URL('./routes.ts', import.meta.url)
    await using other = await drive({ descriptionPath: own.pathname })
    const answer = await fetch(other.sandbox.descriptionUrl)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/yaml'])
    expect(await answer.text()).toContain('/submit')
  })

  test('serves the published description with its own addresses', async () => {
    const { baseUrl, authUrl, descriptionUrl } = driver.sandbox
    const text = await (await fetch(descriptionUrl)).text()
    expect(text).toContain(`url: ${baseUrl}\n`)
    expect(text).toContain(`tokenUrl: ${authUrl}\n`)
  })

  test('has nothing to serve when the description is not there', async () => {
    await using other = await drive({ descriptionPath: '/nowhere/openapi.yaml' })
    expect((await fetch(other.sandbox.descriptionUrl)).status).toBe(404)
  })
})

describe('a sandbox', () => {
  test('frees its ports at once when it closes, whatever is connected', async () => {
    const sandbox = await startEmbedded()
    const { hostname, port } = new URL(sandbox.baseUrl)
    const socket = connect(Number(port), hostname)
    await new Promise((resolve) => socket.once('connect', resolve))
    const ended = new Promise((resolve) => socket.once('close', resolve))
    socket.on('error', () => {})
    await sandbox.close()
    await ended
    const again = await startEmbedded({ port: Number(port) })
    await again.close()
  })

  test('cannot start on a port that is taken', async () => {
    const port = Number(new URL(driver.sandbox.baseUrl).port)
    await expect(startEmbedded({ port })).rejects.toThrow('EADDRINUSE')
  })

  test('has the same credentials for the same seed', async () => {
    const [one, other] = [await startEmbedded({ seed: 3 }), await startEmbedded({ seed: 3 })]
    await Promise.all([one.close(), other.close()])
    expect(one.credentials).toEqual(other.credentials)
    expect(one.credentials).not.toEqual(driver.sandbox.credentials)
  })
})
