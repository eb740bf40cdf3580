import { writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { pathToFileURL } from 'node:url'
import { makeReport, reportHtml } from '../../reporters/index.ts'
import { launch, open } from '../browser/chromium.ts'
import { brokenRun, largeRun } from '../browser/runs.ts'

// Measures how long a browser takes to open the page of a very large run, from the address to the complete page: `npm run
// bench:page`.
const ROUNDS = 7
const record = largeRun(await brokenRun(), 20_000)
const began = performance.now()
const html = reportHtml(record, makeReport(record))
const made = performance.now() - began
const folder = await mkdtemp(join(tmpdir(), 'bench-'))
const file = join(folder, 'report.html')
writeFileSync(file, html)
const browser = await launch()
try {
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const start = performance.now()
    const watched = await open(browser, pathToFileURL(file).href)
    times.push(Math.round(performance.now() - start))
    await watched.close()
  }
  times.sort((a, b) => a - b)
  process.stdout.write(
    `20,000 exchanges: ${(Buffer.byteLength(html) / 1e6).toFixed(1)} MB, made in ${Math.round(made)} ms, opened in ${times.join(', ')} ms\n`,
  )
} finally {
  await browser.close()
  await rm(folder, { recursive: true })
}
