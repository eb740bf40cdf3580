import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { storeTrace } from '../../conformance/trace.ts'
import { loadSpec } from '../../spec/index.ts'
import { platformContext, platformSuite } from '../../suites/platform/index.ts'
import { embeddedTarget } from '../../targets/platform/index.ts'
import { startEmbedded } from '../../targets/sandbox/index.ts'
import { RECORDED, traceFile, tracesFolder } from './stored.ts'

// Drives the recorded scenarios once against the embedded sandbox and stores their traces: `npm run traces`.
const spec = await loadSpec()
const target = await embeddedTarget(() => startEmbedded({ seed: 1, clock: 'virtual' }), {
  seed: 1,
  apiVersion: spec.version,
  now: Date.now,
})
await mkdir(tracesFolder, { recursive: true })
for (const scenario of platformSuite(spec).scenarios.filter(({ id }) => RECORDED.includes(id))) {
  const lease = await target.lease({ id: scenario.id, exclusive: scenario.exclusive ?? false })
  const judged = new Set(scenario.claims.map(({ requirement }) => requirement))
  const trace = await scenario.drive(platformContext(lease.ports, spec), judged)
  // One exchange on each line, so that a changed answer changes one line.
  const lines = lease.exchanges().map((exchange) => JSON.stringify(exchange))
  const text = `{"trace":${JSON.stringify(storeTrace(trace ?? null))},\n"exchanges":[\n${lines.join(',\n')}\n]}\n`
  await writeFile(join(tracesFolder, traceFile(scenario.id)), text)
  await lease.release()
}
await target.close()
