/// Words that show the meaning of a text that has one of them, in the languages of guides.
///
/// Structure and code decide where possible. These words are for labels, which have no other meaning than their words.
struct WordList: ExpressibleByArrayLiteral, Sendable {
  let words: [String]

  /// The words between the commas of a text.
  init(_ text: String) { words = CommaSeparated.list(text) }
  init(arrayLiteral words: String...) { self.words = words }
  private init(words: [String]) { self.words = words }

  static func + (left: WordList, right: WordList) -> WordList {
    WordList(words: left.words + right.words)
  }

  static let request = WordList(
    """
    request, body, payload, input, anfrage, requête, requete, corps, solicitud, petición, peticion, cuerpo, requisição,
    requisicao, corpo, richiesta, запрос, тело, 请求, 請求, リクエスト, 요청, żądanie, verzoek, begäran, pyyntö, istek,
    užklausa, поля запроса
    """
  )
  static let response = WordList(
    """
    response, returns, answer, reply, output, result, success, antwort, rückgabe, ergebnis, réponse, reponse,
    respuesta, resposta, risposta, ответ, 响应, 響應, 回應, 返回, レスポンス, 応答, 응답, odpowiedź, antwoord, svar, vastaus,
    yanıt, atsakymas, відповідь, answered, responds, replied, replies, returned, beantwortet, antwortet,
    liefert, répond, renvoie, responde, devuelve, devolve, retorna, risponde, restituisce, отвечает, возвращает,
    відповідає, повертає, 成功
    """
  )
  static let failure = WordList(
    """
    error, errors, failure, fehler, erreur, erreurs, errores, erro, erros, errore, errori, ошибка, ошибки, 错误, 失败,
    錯誤, エラー, 오류, 에러, błąd, błędy, fout, fouten, fel, virhe, hata, klaida, klaidos, помилка, помилки
    """
  )
  static let parameters = WordList(
    """
    parameter, parameters, params, param, arguments, filters, parametre, paramètre, paramètres, parámetro, parámetros,
    parâmetro, parâmetros, parametri, параметр, параметры, 参数, 參數, パラメータ, パラメーター, 매개변수, 파라미터, parametry,
    parametr
    """
  )
  static let query = WordList("query, querystring, abfrage, consulta, クエリ, 쿼리, 查询")
  static let form = WordList(
    """
    form, multipart, formular, formulaire, formulario, formulário, форма, 表单, フォーム, 폼
    """
  )
  static let headers = WordList(
    """
    header, headers, kopfzeile, kopfzeilen, en-têtes, cabecera, cabeceras, cabeçalho, заголовки, 请求头, ヘッダー, 헤더
    """
  )
  static let event = eventNames + ["sse"]
  static let eventNames = WordList(
    """
    event, events, ereignis, ereignisse, événement, événements, evenement, evenements, évènement, évènements,
    evento, eventos, eventi, событие, события,
    事件, イベント, 이벤트, zdarzenie, zdarzenia, подія, події, įvykis, įvykiai
    """
  )
  static let state = WordList(
    """
    status, state, states, statuses, zustand, zustände, statut, état, états, estado, estados, stato, stati,
    статус, статусы, состояние, 状态, 狀態, ステータス, 状態, 상태, stan, durum, būsena, būsenos
    """
  )
  static let required = WordList(
    """
    required, mandatory, yes, y, true, must, pflicht, ja, erforderlich, obligatoire, oui, requis, sí, si,
    obligatorio, requerido, sim, obrigatório, obbligatorio, да, обязательно, обязательный, 是, 必填, 必须, 必須, はい, 예,
    필수, tak, wymagane, ✓, ✔, ✅, x, ●, ○, taip, так
    """
  )
  static let optional = WordList(
    """
    optional, no, n, false, nein, nicht, facultatif, optionnel, non, opcional, não, nao, opzionale, нет,
    необязательно, 否, 可选, 选填, 任意, いいえ, 아니오, 선택, nie, opcjonalne, -, —, –, ✗, ✘, ❌, ne, ні, nullable
    """
  )
  /// Words in a line that states how a stream ends.
  static let ends = WordList(
    """
    ends, end, closes, closed, terminates, termination, terminal, terminals, final, last, finishes, endzustand, endet, termine,
    termina, letzte, letztes, letzten, dernier, dernière, derniers,
    último, última, últimos, ultimo, завершается, последнее, 结束, 終了,
    最後, 最后, クローズ
    """
  )
  /// Words in a heading above a description of authentication.
  static let authentication = WordList(
    """
    authentication, authorization, authorisation, auth, authenticate, authenticating, credentials, api key,
    api keys, security, authentifizierung, autorisierung, authentification, autenticación, autenticação,
    autenticazione, аутентификация, авторизация, автентифікація, 认证, 鉴权, 身份验证, 認証, 인증, uwierzytelnianie,
    authenticatie
    """
  )
  /// Words of a sentence that is about all calls.
  static let every = WordList(
    """
    all, every, each, any, alle, allen, jede, jeder, jedem, toutes, tous, chaque, todas, todos, cada, tutte,
    tutti, ogni, все, всех, каждый, каждого, каждом, 所有, 每个, すべて, 全て, 모든, wszystkie, każde, visi, visos
    """
  )
  /// Words of a sentence which says that something may be left out.
  static let mayBe = WordList("may, can, could, optionally, optional, kann, peut, puede, pode, può, 可以, 可选")
  /// Words of a sentence that is not true of every call.
  static let conditions = WordList(
    """
    if, when, unless, otherwise, already, again, exists, same, instead, wenn, falls, sonst, si, sinon, cuando,
    se, quando, если, когда, 如果, 否则, 場合
    """
  )
  /// Words for sending something along, as a client is stated to.
  static let sending = WordList(
    """
    send, include, add, pass, put, set, attach, provide, supply, use, specify, give, need, needs, require,
    requires, required, expect, expects, sende, senden, sendet, schicken, mitschicken, mitsenden, angeben,
    setzen, braucht, brauchen, benötigt, benötigen, verlangt, envoyer, envoyez, ajouter, ajoutez, inclure,
    incluez, passez, utilisez, envíe, enviar, incluya, incluir, añada, agregue, usar, envie, inclua, adicione,
    inviare, invia, includi, aggiungi, usa, отправляйте, отправлять, передавайте, передавать, передать,
    передайте, добавьте, добавляйте, укажите, указывайте, требует, надсилайте, додайте, 发送, 携带, 传递, 添加, 需要, 送信,
    付け, 指定, 必要, 보내, 추가, 포함, 필요
    """
  )
  /// Verbs for receiving something from a server, in addition to the words for its response.
  static let coming = WordList(
    """
    get, receive, receives, received, gives, yields, erhalten, erhält, bekommen, bekommt, recevez, reçoit,
    recibe, recebe, riceve, получает, получите, отримує, 收到, 受け取
    """
  )
  /// Words that say of an event that it ends the stream.
  static let finals = WordList(
    """
    final event, last event, terminal event, final message, last message, final chunk, stream complete,
    stream is complete, stream finished, end of stream, end of the stream, ends the stream, closes the stream,
    letztes ereignis, endereignis, dernier événement, événement final, último evento, evento final, 最后一个事件, 最終イベント,
    最後のイベント
    """
  )
  /// Words for calls that the server itself makes: webhooks.
  static let webhooks = WordList(
    """
    webhook, webhooks, callback, callbacks, web hook, rückruf, rückrufe, вебхук, вебхуки, 回调, 웹훅, コールバック
    """
  )
  /// Words of a sentence that says that the server sends something to the reader.
  static let readers = WordList(
    """
    to your server, to your endpoint, to your url, to your backend, to your app, to your application, to your service,
    calls your, call your, an ihren server, an deinen server, à votre serveur, a su servidor, a tu servidor
    """
  )
  /// Words in a sentence that says something is not sent, or not read.
  static let denied = WordList(
    """
    never, do not, don't, don’t, does not, doesn't, doesn’t, must not, mustn't, should not, shouldn't, may not,
    need not, cannot, can not, not send, not sent, not needed, not required, not necessary, no need, not read,
    not used, not part of, not supported, not accepted, not allowed, ignore, ignored, forbidden, nicht, nie, niemals, kein,
    keine, keinen, ignoriert, verboten, pas, jamais, ignoré, nunca, no se , no envíe, no env, no incl, no debe,
    não, non, mai, не, никогда, нельзя, ніколи, 不要, 请勿, 勿, 不得, 无需, 不再, 禁止, 忽略, しない, ないで, 送らない, 不要, 하지 마, 마세요, 않,
    nigdy, niet, nooit, geen, inte, aldrig, älä, göndermeyin, niekada
    """
  )
  /// Words in a line which advises against a call.
  static let avoided = WordList(
    """
    instead of, do not use, don't use, never call, deprecated, removed, no longer, formerly, previously,
    used to be, was renamed, replaced by, obsolete, not available, does not exist, veraltet, entfernt, statt ,
    früher, nicht mehr, obsolète, supprimé, obsoleto, eliminado, устарел, удалён, удален, 已废弃, 弃用, 廃止, 사용하지,
    planned, coming soon, not yet, avoid , don’t, old endpoint, legacy path, wrong:, ❌
    """
  )
  /// Words in a heading above calls that are out of date.
  static let formerly = WordList(
    """
    changelog, change log, migration, migrating, deprecated, removed, history of, release notes,
    breaking changes, what's new, whats new, roadmap, future, planned, old api, v1 (old, änderungen, historie,
    journal des modifications, cambios, 历史版本, 更新日志, 変更履歴, 변경 이력, история изменений, upgrading, anti-pattern,
    do not, don't
    """
  )
}

extension String {
  /// Returns true if the text, in lower case, has one of `words`: see ``WordedText``.
  func has(_ words: WordList) -> Bool { WordedText(self).has(words) }
}
