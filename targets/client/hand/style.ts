/** The style sheet of the page of a run that people drive. */
export const STYLE = `
:root { --text: #1f2328; --soft: #59636e; --line: #d0d7de; --raised: #f6f8fa; --link: #0550ae; --page: #fff; --bad: #b3261e;
  --waits: #eaeef2; --goes-on: #fff3c4; --done: #cdeccf; --pill: #1f2328; color-scheme: light dark }
@media (prefers-color-scheme: dark) { :root { --text: #e6edf3; --soft: #9da7b3; --line: #3d444d; --raised: #161b22; --link: #79b8ff; --page: #0d1117; --bad: #ff8a80;
  --waits: #30363d; --goes-on: #5c4813; --done: #1f4d2b; --pill: #f0f3f6 } }
* { box-sizing: border-box } [hidden] { display: none !important }
body { font: 15px/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 68rem; padding: 1.5rem 1rem 4rem; color: var(--text); background: var(--page) }
h1 { font-size: 1.4rem; margin: 0 0 .5rem } h2 { font-size: 1rem; margin: 1rem 0 .25rem }
a { color: var(--link) } ol { margin: .25rem 0 1rem; padding-left: 1.25rem }
.bar { position: sticky; top: 0; z-index: 1; display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: center; padding: .75rem 0; background: var(--page); border-bottom: 1px solid var(--line) }
.bar #sum { flex: 1 1 14rem; font-weight: 600 } progress { width: 10rem; accent-color: #1a7f37 }
details { border: 1px solid var(--line); border-radius: 6px; margin: .5rem 0; padding: .5rem .75rem }
summary { cursor: pointer; display: flex; gap: .75rem; align-items: baseline } summary b { flex: 1; font-weight: 600 }
.state { font-size: .85rem; border-radius: 1rem; padding: 0 .6rem; background: var(--waits); color: var(--pill); white-space: nowrap }
.goes-on { background: var(--goes-on) } .done { background: var(--done) }
table { border-collapse: collapse; width: 100%; font-size: .9rem } td, th { text-align: left; padding: .15rem .75rem .15rem 0; vertical-align: top; border-bottom: 1px solid var(--line) }
.values { background: var(--raised) } .values th, .values td { padding: .2rem .6rem; font-weight: 400 } .values td:last-child { width: 1%; white-space: nowrap }
code { font: .85rem/1.5 ui-monospace, monospace; overflow-wrap: anywhere }
button, select, input { font: inherit; padding: .15rem .6rem; color: var(--text); background: var(--raised); border: 1px solid var(--line); border-radius: 6px }
button { cursor: pointer } .main { background: #1a7f37; border-color: #1a7f37; color: #fff }
form { display: grid; grid-template-columns: minmax(12rem, max-content) minmax(12rem, 24rem); gap: .4rem 1rem; align-items: center } form button { justify-self: start }
dialog form { display: block }
.now { border-color: #1a7f37; border-width: 2px } #now { font-weight: 600 } .own { border: 0; padding: 0 } .own summary { display: list-item; color: var(--soft) }
.right { color: #1a7f37; font-weight: 600 } .verdict ul { margin: .25rem 0; padding-left: 1.25rem }
.soft { color: var(--soft) } .problem { color: var(--bad); font-weight: 600 } p { margin: .35rem 0 }
@media (max-width: 40rem) { form { grid-template-columns: 1fr } .requests { display: block; overflow-x: auto } }`
