import { expect, test } from 'vitest'
import { demandedOf, loadCertification } from './certification.ts'
import { loadSpec } from './load.ts'

test('each clause that is demanded or spared is one of a requirement of its side, and each demand has some', async () => {
  const [spec, certification] = await Promise.all([loadSpec(), loadCertification()])
  for (const side of ['platform', 'receiver', 'client'] as const) {
    const clauses = spec.requirements.filter((one) => one.side === side).map(({ clause }) => clause)
    const { demands, spares } = certification[side]
    const named = [...demands, ...spares.map(({ clause }) => clause)]
    const below = (clause: string) => clauses.some((one) => one === clause || one.startsWith(`${clause}.`))
    expect(
      named.filter((clause) => !below(clause)),
      side,
    ).toEqual([])
  }
})

test('what may be left unshown is demanded otherwise', async () => {
  const [spec, certification] = await Promise.all([loadSpec(), loadCertification()])
  const demanded = demandedOf(spec, 'platform', certification.platform)
  expect(demanded).toEqual(
    expect.arrayContaining(certification.platform.mayLack.map(({ requirement }) => requirement)),
  )
})

test('a platform must have shown what is stated, of what is open nothing, and what is spared not', async () => {
  const [spec, certification] = await Promise.all([loadSpec(), loadCertification()])
  const demanded = demandedOf(spec, 'platform', certification.platform)
  expect(demanded).toEqual(expect.arrayContaining(['bind-answers-202', 'retry-attempt-10']))
  expect(demanded).not.toContain('tls-1-0-refused')
  expect(demanded.filter((id) => spec.requirement(id).level !== 'must')).toEqual([])
})

test('an older version demands nothing that came later', async () => {
  const [old, certification] = await Promise.all([loadSpec({ version: 'v1.9.0' }), loadCertification()])
  const demanded = demandedOf(old, 'platform', certification.platform)
  expect(demanded.filter((id) => !old.holds(old.requirement(id)))).toEqual([])
  expect(demanded).not.toContain('policy-preview-arrives')
})
