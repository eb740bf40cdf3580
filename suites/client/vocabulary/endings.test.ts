import { expect, test } from 'vitest'
import { clientRun, performance, sent } from '../testing/trace.ts'
import { wrongEnd } from './endings.ts'

test('a path that there is not is named beside the end that came of it', () => {
  const ended = clientRun({ end: { kind: 'exited', code: 1 }, printed: 'KeyError' })
  const [plain] = wrongEnd(ended, performance([sent('submit')], { runs: [ended] }))
  expect(plain?.observed).toBe('it ended with code 1; it printed: KeyError')
  const requests = [sent('submit'), sent('other', { status: 404 })]
  const [wrong] = wrongEnd(ended, performance(requests, { runs: [ended] }))
  expect(wrong?.observed).toMatch(/^it asked for \w+ \/\S*, which there is not, and it ended with code 1/)
})
