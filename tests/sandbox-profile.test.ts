import { describe, expect, test } from 'vitest'
import { OPERATOR_ACTIONS } from '../conformance/ports/operator.ts'
import { profileFrom } from '../targets/profile/load.ts'
import { drive } from '../targets/sandbox/testing.ts'

describe('the profile of a sandbox', () => {
  test('is a valid platform profile with every operator action', async () => {
    await using driver = await drive()
    const profile = driver.sandbox.profile()
    expect(() => profileFrom(profile)).not.toThrow()
    expect(Object.keys(profile.operator as object).sort()).toEqual(Object.keys(OPERATOR_ACTIONS).sort())
    expect(Object.keys(profile.outcomes as object)).toHaveLength(6)
  })

  test('offers no movable clock on real time', async () => {
    await using driver = await drive({ clock: 'real' })
    const operator = driver.sandbox.profile().operator as object
    expect(operator).not.toHaveProperty('advance_clock')
    expect(Object.keys(operator)).toHaveLength(Object.keys(OPERATOR_ACTIONS).length - 1)
  })

  test('names operator actions that the control API has', async () => {
    await using driver = await drive()
    const { controlUrl } = driver.sandbox
    const operator = driver.sandbox.profile().operator as Record<string, { http: Record<string, string> }>
    for (const { http } of Object.values(operator)) {
      const path = http.url?.slice(controlUrl.length).replace(/\{\w+\}/g, 'none') ?? ''
      const { status, json } = await driver.control(http.method ?? '', path)
      expect([200, 400, 404]).toContain(status)
      if (status === 404) expect(json.error).toContain('none')
    }
  })
})
