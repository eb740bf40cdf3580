import { readFileSync } from 'node:fs'
import { Ajv2020, type AnySchema } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { drive } from '../testing.ts'
import { controlRoutes } from './routes.ts'

interface Described {
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { schema: { $ref: string } }>> }>
  >
}

const text = readFileSync(new URL('openapi.yaml', import.meta.url), 'utf8')
const { paths, components } = parse(text) as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>
  readonly components: unknown
}

const ajv = new Ajv2020({ strict: false })
addFormats.default(ajv)
ajv.addSchema({ $id: 'control', components } as AnySchema)

/** Says why an answer does not match the document; undefined where it does. */
function differs(method: string, path: string, body: unknown): unknown {
  const ref =
    paths[path]?.[method.toLowerCase()]?.responses['200']?.content?.['application/json']?.schema.$ref
  const validate = ajv.getSchema(`control${ref}`)
  if (validate === undefined) return `${method} ${path} is not described`
  return validate(body) === true ? undefined : validate.errors
}

describe('the OpenAPI document of the control API', () => {
  test('names every route and no other', () => {
    const routes = controlRoutes.map(({ method, path }) => `${method} ${path}`)
    const described = Object.entries(paths).flatMap(([path, item]) =>
      Object.keys(item)
        .filter((name) => name !== 'parameters')
        .map((method) => `${method.toUpperCase()} ${path}`),
    )
    expect(described.sort()).toEqual(routes.sort())
  })

  test('is served to everybody', async () => {
    await using driver = await drive()
    const answer = await fetch(driver.sandbox.controlDescriptionUrl)
    expect([answer.status, await answer.text()]).toEqual([200, text])
  })

  test('describes the answers of the back office', async () => {
    await using driver = await drive()
    const ids: Record<string, string> = { slot: 'primary' }
    const seen = async (method: string, path: string, body?: unknown) => {
      const at = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? '')
      const { status, json } = await driver.control(method, at, body)
      expect([status, differs(method, path, json)], `${method} ${path}`).toEqual([200, undefined])
      for (const name of ['partner_id', 'client_id', 'webhook_key_id'])
        if (typeof json[name] === 'string') ids[name] = json[name]
      return json
    }
    const organization = {
      company_name: 'Lakeside',
      contact_name: 'Ada',
      email: 'a@b.example',
      password: 'p',
    }
    await seen('POST', '/partners', organization)
    await seen('POST', '/partners/{partner_id}/approve')
    await seen('GET', '/partners/{partner_id}')
    await seen('POST', '/partners/{partner_id}/clients', { name: 'Desk', description: 'Of the desk' })
    await seen('GET', '/clients/{client_id}')
    await seen('POST', '/clients/{client_id}/deactivate')
    await seen('POST', '/clients/{client_id}/activate')
    await seen('POST', '/partners/{partner_id}/keys')
    await seen('POST', '/partners/{partner_id}/keys/{slot}/rotate')
    await seen('GET', '/partners/{partner_id}/keys')
    const { webhook_key } = await seen('POST', '/partners/{partner_id}/webhook-keys')
    await seen('POST', '/portal-accounts', { webhook_key, email: 'c@b.example', password: 'p' })
    await seen('POST', '/webhook-keys/{webhook_key_id}/revoke')
    const { id } = await seen('POST', '/endpoints', { url: 'http://127.0.0.1:9/', events: ['broker.added'] })
    ids.endpoint_id = String(id)
    await seen('POST', '/brokers', { name: 'Lakeside', email: 'desk@lakeside.example' })
    await seen('POST', '/clock/advance', { milliseconds: 5000 })
    await seen('GET', '/endpoints/{endpoint_id}/deliveries')
    await seen('GET', '/endpoints/{endpoint_id}')
    await seen('POST', '/endpoints/{endpoint_id}/enable')
    await seen('POST', '/endpoints/{endpoint_id}/rotate')
    await seen('DELETE', '/endpoints/{endpoint_id}')
    await seen('POST', '/brokers/onboard', { broker_email: 'desk@lakeside.example' })
    await seen('POST', '/faults', { method: 'GET', path: '/status/x', count: 1 })
    await seen('GET', '/events')
    await seen('POST', '/partners/{partner_id}/disable')
  })
})
