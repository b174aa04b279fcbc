import { describe, expect, it } from 'vitest';
import { disconnectionSql, outcomeSql, sentimentSql } from './call-sql.js';

describe('SQL written from the rule tables', () => {
  it('outcome', () => {
    expect(outcomeSql('c')).toBe(
      "CASE WHEN c.resolution_status IN ('resolved', 'transferred', 'follow_up_required', 'abandoned', " +
        "'caller_hangup', 'timeout', 'technical_failure') THEN c.resolution_status " +
        "WHEN c.resolution_status = 'escalated' AND c.transfer_completed THEN 'transferred' " +
        "ELSE 'unclassified' END",
    );
  });

  it('disconnection, branch by branch in the order of the rules', () => {
    expect(disconnectionSql('c')).toBe(
      "CASE WHEN c.transfer_named_target OR c.resolution_status = 'transferred' " +
        "OR (c.resolution_status = 'escalated' AND c.transfer_completed) THEN 'transferred' " +
        "WHEN c.resolution_status IN ('resolved', 'follow_up_required', 'timeout') THEN 'agent_or_system_end' " +
        "WHEN c.resolution_status IN ('abandoned', 'caller_hangup') THEN 'caller_hangup' " +
        "WHEN c.resolution_status IN ('technical_failure') THEN 'failed' " +
        "WHEN c.call_status IN ('missed') THEN 'missed' " +
        "WHEN c.call_status IN ('failed') THEN 'failed' " +
        "WHEN c.end_reason IN ('caller_hangup') THEN 'caller_hangup' " +
        "WHEN c.end_reason IN ('agent_hangup', 'system_end') THEN 'agent_or_system_end' " +
        "ELSE 'unknown' END",
    );
  });

  it('sentiment', () => {
    expect(sentimentSql('calls')).toBe(
      "CASE WHEN calls.sentiment IN ('positive', 'neutral', 'negative') THEN calls.sentiment " +
        "WHEN calls.caller_sentiment IN ('positive', 'neutral', 'negative') THEN calls.caller_sentiment " +
        "ELSE 'unclassified' END",
    );
  });

  it.each(['', 'c; DROP TABLE calls', 'c.d', '"c"', 'C', '1c'])('refuses the alias %j', (alias) => {
    for (const write of [outcomeSql, disconnectionSql, sentimentSql]) {
      expect(() => write(alias)).toThrow(RangeError);
    }
  });
});
