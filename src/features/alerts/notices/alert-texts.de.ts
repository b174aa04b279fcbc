const ASK_FOR_RECEIVER =
  'Bitten Sie Ihren Partner, den Empfänger in Ordnung zu bringen. Unter Status steht, wer der Partner ist und seit wann und warum der Empfänger gestört ist.';

export type GermanText = readonly [message: string, action: string, ask?: string];

/**
 * The texts of alerts in German, as in the portal, by kind and reason: what is wrong, what to do,
 * and whom to ask if the reader cannot do it.
 */
export const GERMAN: Readonly<Record<string, GermanText>> = {
  webhook_degraded: [
    'Der Empfänger des Webhooks antwortet mit Fehlern. Neue Zustellungen werden weiter versucht.',
    'Beheben Sie die Störung, und stellen Sie eine fehlgeschlagene Zustellung erneut zu. Die Meldung endet mit der ersten, die ankommt.',
    ASK_FOR_RECEIVER,
  ],
  webhook_disabled_by_owner: [
    'Der Webhook ist ausgeschaltet. Nichts wird zugestellt.',
    'Schalten Sie ihn ein, oder löschen Sie ihn, wenn er nicht mehr gebraucht wird.',
    'Bitten Sie Ihren Partner, den Webhook einzuschalten, oder ihn zu löschen, wenn er nicht mehr gebraucht wird.',
  ],
  webhook_disabled_gone: [
    'Der Empfänger hat mit 410 geantwortet; der Webhook wurde abgeschaltet. Nichts wird zugestellt.',
    'Berichtigen Sie die URL, schalten Sie den Webhook ein, und holen Sie die versäumten Ereignisse nach.',
    ASK_FOR_RECEIVER,
  ],
  webhook_disabled_failing: [
    'Der Empfänger war einen Tag lang gestört; der Webhook wurde abgeschaltet. Nichts wird zugestellt.',
    'Beheben Sie die Störung, schalten Sie den Webhook ein, und holen Sie die versäumten Ereignisse nach.',
    ASK_FOR_RECEIVER,
  ],
  webhook_secret_ends: [
    'Das bisherige Signaturgeheimnis des Webhooks läuft bald ab.',
    'Stellen Sie sicher, dass der Empfänger das neue Geheimnis kennt, und beenden Sie das bisherige.',
  ],
  api_key_ends_expires: [
    'Der API-Schlüssel läuft bald ab.',
    'Erneuern Sie den Schlüssel mit einem späteren Ende, und geben Sie den neuen an das System weiter, das ihn verwendet. Verwendet ihn niemand, widerrufen Sie ihn.',
  ],
  api_key_ends_replaced_key_in_use: [
    'Der API-Schlüssel wurde ausgetauscht und wird noch verwendet. Er gilt nur noch bis zum Ende der Übergangszeit.',
    'Geben Sie den neuen Schlüssel an das System weiter, das noch den alten verwendet, und widerrufen Sie den alten.',
  ],
  runtime_drift: [
    'Die Laufzeit verwendet eine andere Konfiguration als die veröffentlichte.',
    'Vergleichen Sie die Versionen, und spielen Sie die veröffentlichte aus.',
  ],
  runtime_silent: [
    'Die Laufzeit hat aufgehört, Anrufe des Projekts zu melden; sie wurden als fehlgeschlagen beendet.',
    'Prüfen Sie, ob die Laufzeit läuft und die API erreicht. Die Meldung endet eine Stunde nach dem letzten solchen Anruf.',
  ],
  campaign_paused_validation_blocked: [
    'Die Kampagne wurde angehalten, weil die Prüfung ein Hindernis fand.',
    'Lesen Sie den Prüfbericht, beheben Sie die genannten Hindernisse, und setzen Sie die Kampagne fort.',
  ],
  campaign_paused_circuit_breaker: [
    'Die Kampagne wurde angehalten, weil zu viele Anrufe fehlschlugen.',
    'Prüfen Sie die fehlgeschlagenen Anrufe und den Telefonieanbieter, und setzen Sie die Kampagne fort.',
  ],
  campaign_paused_capacity: [
    'Die Kampagne wurde angehalten, weil Kapazität fehlt oder eine Verbrauchsgrenze erreicht ist.',
    'Erhöhen Sie Kapazität oder Grenze, und setzen Sie die Kampagne fort.',
  ],
  wash_ends_ending: [
    'Der Registerabgleich der Kampagne läuft bald ab. Ohne einen neuen wird sie angehalten.',
    'Gleichen Sie die Nummern erneut ab, und tragen Sie das Ergebnis ein.',
  ],
  wash_ends_ended: [
    'Der Registerabgleich der Kampagne ist abgelaufen. Ihre Kontakte werden nicht angerufen.',
    'Gleichen Sie die Nummern erneut ab, und tragen Sie das Ergebnis ein.',
  ],
  capacity_blocked: [
    'In der letzten Stunde wurden Anrufe des Projekts abgewiesen, weil alle Plätze belegt waren.',
    'Verteilen Sie die Kampagnen auf einen längeren Zeitraum, oder erhöhen Sie die Kapazität. Die Meldung endet eine Stunde nach der letzten Abweisung.',
    'Bitten Sie Ihren Partner, die Kampagnen des Projekts auf einen längeren Zeitraum zu verteilen oder die Kapazität erhöhen zu lassen. Die Meldung endet eine Stunde nach der letzten Abweisung.',
  ],
  usage_threshold_notify: [
    'In diesem Abrechnungszeitraum ist eine Verbrauchsschwelle erreicht.',
    'Prüfen Sie den Verbrauch des Zeitraums, und erhöhen Sie die Schwelle oder nehmen Sie die Meldung zur Kenntnis. Sie endet mit dem Zeitraum.',
  ],
  usage_threshold_pause_campaigns: [
    'In diesem Abrechnungszeitraum ist eine Verbrauchsgrenze erreicht. Kampagnen laufen nicht.',
    'Erhöhen Sie die Grenze, oder warten Sie auf den nächsten Zeitraum.',
  ],
  caller_request_urgent: [
    'Die Anfrage eines Anrufers zu seinen Daten ist bald fällig.',
    'Erledigen Sie die Anfrage vor ihrer Frist.',
    'Das Personal der Plattform erledigt die Anfrage vor ihrer Frist. Öffnen Sie sie: Dort steht, wie weit sie ist und an wen Sie sich wenden können.',
  ],
  caller_request_overdue: [
    'Die Anfrage eines Anrufers zu seinen Daten ist überfällig.',
    'Erledigen Sie die Anfrage jetzt, und vermerken Sie den Grund der Verspätung.',
    'Das Personal der Plattform muss die Anfrage jetzt erledigen. Öffnen Sie sie: Dort steht, wie weit sie ist und an wen Sie sich wenden können.',
  ],
  way_back_ends_ending: [
    'Single Sign-on ist vorgeschrieben, und bald können sich weniger als zwei Berechtigte des Notzugangs ohne das Verzeichnis anmelden.',
    'Bitten Sie die Berechtigten, ihre Passkeys auf der Seite Notzugang erneut zu bestätigen. Eine Bestätigung gilt 30 Tage.',
  ],
  way_back_ends_ended: [
    'Single Sign-on ist vorgeschrieben, und weniger als zwei Berechtigte des Notzugangs können sich ohne das Verzeichnis anmelden.',
    'Bitten Sie zwei Berechtigte, ihre Passkeys jetzt auf der Seite Notzugang zu bestätigen, oder heben Sie die Vorschrift auf.',
  ],
  sso_certificate_ends_ending: [
    'Das Zertifikat, mit dem das Verzeichnis signiert, läuft bald ab. Danach kann sich niemand mehr über diese Verbindung anmelden.',
    'Lesen Sie die neuen Metadaten des Verzeichnisses in die Verbindung ein, und testen Sie sie.',
  ],
  sso_certificate_ends_ended: [
    'Das Zertifikat, mit dem das Verzeichnis signiert, ist abgelaufen. Niemand kann sich mehr über diese Verbindung anmelden.',
    'Lesen Sie die neuen Metadaten des Verzeichnisses in die Verbindung ein, und testen Sie sie.',
  ],
};
