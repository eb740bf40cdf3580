import type { Matrix, MutantRow, RequirementRow } from './matrix.ts'

const escaped = (text: string): string => text.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`)

const style = `
body { font: 14px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 72rem; padding: 0 1rem; color: #222; background: #fff }
table { border-collapse: collapse; width: 100% } td, th { text-align: left; vertical-align: top; padding: .25rem .75rem .25rem 0; border-bottom: 1px solid #ddd }
code { font-size: .9em } .bad { color: #b00020; font-weight: 600 } :target { background: #fff3c4 }
@media (prefers-color-scheme: dark) { body { color: #ddd; background: #161616 } td, th { border-color: #333 } a { color: #8ab4f8 } :target { background: #4a3c00 } }`

const link = (kind: 'm' | 'r', id: string): string =>
  `<a href="#${kind}-${escaped(id)}"><code>${escaped(id)}</code></a>`

/** The kill matrix for reading: one file without scripts, in which requirements and mutants link to each other. */
export function pageOf(matrix: Matrix): string {
  const { totals, problems, remarks } = matrix
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Kill matrix</title><style>${style}</style></head><body>
<h1>Kill matrix</h1>
<p>${totals.killed} of ${totals.mutants} mutants killed by the requirements that they name, ${totals.killedByOthers} by others only, ${totals.survived} survived.
${totals.uncovered} of ${totals.requirements} requirements without a mutant.
${totals.falseAlarms} false alarms on ${totals.variants} variants and ${totals.combinations} combinations of them.</p>
${problems.length === 0 ? '' : `<h2 class="bad">Problems</h2><ul>${problems.map((one) => `<li>${escaped(one)}</li>`).join('\n')}</ul>`}
<h2>Requirements and what each is known to catch</h2>
<table><tr><th>clause</th><th>requirement</th><th>level</th><th>caught</th></tr>
${matrix.requirements.map(requirementRow).join('\n')}
</table>
<h2>Mutants</h2>
<table><tr><th>mutant</th><th>what a team got wrong</th><th>seen by</th></tr>
${matrix.mutants.map(mutantRow).join('\n')}
</table>
<h2>Variants</h2>
<table><tr><th>variant</th><th>what another platform does</th><th>observed by</th></tr>
${matrix.variants.map(({ variant, says, observes }) => `<tr><td><code>${escaped(variant)}</code></td><td>${escaped(says)}</td><td>${observes.map((id) => `<code>${escaped(id)}</code>`).join('<br>')}</td></tr>`).join('\n')}
</table>
${remarks.length === 0 ? '' : `<h2>Declared and not seen this time</h2><ul>${remarks.map((one) => `<li>${escaped(one)}</li>`).join('\n')}</ul>`}
</body></html>
`
}

function requirementRow({ id, clause, level, title, catches }: RequirementRow): string {
  const caught =
    catches.length === 0
      ? '<span class="bad">nothing</span>'
      : catches.map((one) => link('m', one)).join('<br>')
  return `<tr id="r-${escaped(id)}"><td>${escaped(clause)}</td><td><code>${escaped(id)}</code><br>${escaped(title)}</td><td>${level}</td><td>${caught}</td></tr>`
}

function mutantRow({ mutant, says, kills, killedBy, fate }: MutantRow): string {
  const seen = Object.keys(killedBy).map((id) =>
    kills.includes(id) ? `<b>${link('r', id)}</b>` : link('r', id),
  )
  const by = fate === 'killed' ? '' : `<span class="bad">${fate.replaceAll('-', ' ')}</span> `
  return `<tr id="m-${escaped(mutant)}"><td><code>${escaped(mutant)}</code></td><td>${escaped(says)}</td><td>${by}${seen.join('<br>')}</td></tr>`
}
