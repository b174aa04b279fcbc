import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { kindOfName } from './attachment-kinds.js';
import { harmlessName } from './file-name.policy.js';

// support-attachments 2.3
describe('the name of a file', () => {
  it.each([
    ['screenshot.png', 'screenshot.png'],
    ['Ünïcode Übersicht 2026.PDF', 'Ünïcode Übersicht 2026.pdf'],
    ['日本語.csv', '日本語.csv'],
    ['/etc/passwd.txt', 'passwd.txt'],
    ['../../../../root/.ssh/id.txt', 'id.txt'],
    ['..\\..\\windows\\system32\\a.txt', 'a.txt'],
    ['C:\\Users\\me\\call.wav', 'call.wav'],
    ['C:call.wav', 'C_call.wav'],
    ['..', 'file'],
    ['../', 'file'],
    ['....png', 'file.png'],
    ['.png', 'file.png'],
    ['a/.png', 'file.png'],
    ['  . spaced out .  .png  ', 'spaced out.png'],
    ['trailing.png...', 'trailing.png'],
    ['a\u0000b\r\nc\tx.txt', 'abcx.txt'],
    ['invoice\u202egnp.pdf', 'invoicegnp.pdf'],
    ['\u2066\u200f\u061cmarks\u2069.csv', 'marks.csv'],
    ['zero\u200bwidth\ufeff.json', 'zerowidth.json'],
    ['line\u2028separator.json', 'lineseparator.json'],
    ['half\ud800.txt', 'half.txt'],
    ['CON.txt', '_CON.txt'],
    ['nul.csv', '_nul.csv'],
    ['com1.tar.txt', '_com1.tar.txt'],
    ['LPT\u00b9.pdf', '_LPT\u00b9.pdf'],
    ['console.txt', 'console.txt'],
    ['-rf.txt', '_rf.txt'],
    ['"><script>alert(1)</script>.png', 'script_.png'],
    ['a;b&c|d`e$f.txt', 'a_b_c_d_e_f.txt'],
    ['50%20off.txt', '50_20off.txt'],
    ['report.pdf.exe', 'report.pdf.exe'],
    ['no-extension', 'no-extension'],
    ['e\u0301te\u0301.txt', 'été.txt'],
  ])('%j is kept as %j', (sent, kept) => {
    expect(harmlessName(sent)).toBe(kept);
  });

  it('of 4 KiB is cut to 200 bytes and keeps its extension', () => {
    expect(harmlessName(`${'x'.repeat(4092)}.png`)).toBe(`${'x'.repeat(196)}.png`);
    const flags = harmlessName(`${'👩‍👩‍👧‍👦'.repeat(200)}.png`);
    expect(flags).toBe(`${'👩‍👩‍👧‍👦'.repeat(7)}.png`);
  });

  it('is one segment that every system takes, whatever was sent', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (sent) => {
        const name = harmlessName(sent);
        expect(name).not.toMatch(/[/\\<>:"|?*\p{Cc}\p{Cs}]/u);
        expect(name).not.toMatch(/^[ .-]|[ .]$/);
        expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255);
        expect(name).not.toBe('');
        expect(harmlessName(name)).toBe(name);
      }),
    );
  });

  // support-attachments 4.1
  it.each([
    ['a.png', 'png'],
    ['a.JPG', 'jpeg'],
    ['a.jpeg', 'jpeg'],
    ['a.log', 'text'],
    ['a.docx', 'docx'],
    ['a.docm', null],
    ['a.svg', null],
    ['a.html', null],
    ['a.png.exe', null],
    ['png', null],
    ['', null],
  ])('%j promises %s', (name, kind) => {
    expect(kindOfName(name)).toBe(kind);
  });
});
