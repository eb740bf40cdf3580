import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { start } from '../../cli/command.ts'
import { startHere } from '../../cli/here.ts'
import { whole } from '../../cli/whole.ts'

describe('sandbox', () => {
  test.each([
    [[], start],
    [['--https', '--clock', 'virtual'], startHere],
  ])('serves a platform that its profile opens, until it is asked to end: %j', async (more, begin) => {
    const serving = begin('sandbox', '--port', '0', ...more)
    const [, profile = ''] = await serving.shows(/^profile +(\S+)$/m)
    expect(statSync(profile).mode & 0o777).toBe(0o600)
    expect(readFileSync(profile, 'utf8')).toMatch(
      /^# yaml-language-server: \$schema=\.\/profile\.schema\.json\n/,
    )
    expect(JSON.parse(readFileSync(join(dirname(profile), 'profile.schema.json'), 'utf8'))).toMatchObject({
      title: 'Profile of a platform',
    })
    const { code, out } = await whole(['doctor', '--target', profile])
    expect({ code, out }).toMatchObject({
      code: 0,
      out: expect.stringMatching(/ok +credentials.*ok +webhooks/s),
    })
    serving.interrupt()
    expect((await serving.finished).code).toBe(0)
    expect(existsSync(profile)).toBe(false)
  })

  test.each([[[], true] as const, [['--quiet'], false] as const])(
    'shows its portals, and what passes unless it is to be quiet: %j',
    async (more, says) => {
      const serving = startHere('sandbox', '--port', '0', ...more)
      const [, page = ''] = await serving.shows(/^portals +(\S+)$/m)
      await serving.shows(/Ctrl-C ends it/)
      expect(await (await fetch(page)).text()).toContain('<h1>Rehearse with the quote sandbox</h1>')
      expect((await fetch(new URL('/api/openapi.yaml', page))).status).toBe(200)
      if (says) await serving.shows(/^\d\d:\d\d:\d\d {2}GET \/api\/openapi\.yaml 200$/m)
      serving.interrupt()
      const { out } = await serving.finished
      expect(out.includes('GET /api/openapi.yaml 200')).toBe(says)
    },
  )

  test('a port that is taken is named', async () => {
    const serving = startHere('sandbox', '--port', '0')
    const [, port = ''] = await serving.shows(/^base URL +http:\/\/127\.0\.0\.1:(\d+)/m)
    const { code, err } = await whole(['sandbox', '--port', port])
    expect(code).toBe(2)
    expect(err).toMatch(new RegExp(`--port ${port} cannot be taken \\(something else listens there\\)`))
  })
})

describe('requirements', () => {
  const list = async (format: string) => (await whole(['requirements', '--format', format])).out

  test('every format lists the same ids', async () => {
    const ids = (JSON.parse(await list('json')) as { id: string }[]).map(({ id }) => id)
    expect(ids.length).toBeGreaterThan(100)
    expect((parse(await list('yaml')) as { id: string }[]).map(({ id }) => id)).toEqual(ids)
    expect(
      [...(await list('markdown')).matchAll(/^\| [^|]+ \| ([a-z0-9-]+) \|/gm)].map(([, id]) => id).slice(2),
    ).toEqual(ids)
    const table = await list('table')
    expect(ids.filter((id) => !table.includes(id))).toEqual([])
  })

  test('each that a platform can break says what it is known to catch', async () => {
    const listed = JSON.parse(await list('json')) as {
      id: string
      side: string
      level: string
      checks: string[]
      catches: string[]
    }[]
    const judged = listed.filter(
      ({ side, level, checks }) => side === 'platform' && level !== 'observe' && checks.length > 0,
    )
    expect(judged.length).toBeGreaterThan(400)
    expect(judged.filter(({ catches }) => catches.length === 0)).toEqual([])
  })

  test('an older version has fewer', async () => {
    const { out } = await whole(['requirements', '--format', 'json', '--api-version', 'v1.13.0'])
    const ids = (JSON.parse(out) as { id: string; clause: string }[]).map(({ id }) => id)
    expect(ids).not.toContain('change-policy-preview-added')
    expect(ids.length).toBeGreaterThan(100)
  })
})
